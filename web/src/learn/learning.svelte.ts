/** Somebody on their way through a lesson: the step, what they tried, and what is said to it. */
import { picksOf, type Choices } from "../board/choices";
import { complete, type Scene } from "../board/scene";
import type { Lesson, LessonStep, Refusal } from "../wire";

/** How long each reply stands before the next, in milliseconds. */
const PAUSE = 1000;
/** After so many wrong tries the way is shown to who asks. */
const TRIES = 2;

/** What is answered to a try. */
export interface Answer {
  says: string;
  rule?: string | undefined;
  isRight: boolean;
}

export class Learning {
  at = $state(0);
  tries = $state(0);
  answer = $state.raw<Answer | null>(null);
  isShown = $state(false);
  /** Whether all steps are behind us. */
  isOver = $state(false);
  /** The right action that was played in this step, and how much of what follows it is on the board. */
  private played = $state.raw<string | null>(null);
  private seen = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  lesson = $state.raw() as Lesson;

  constructor(lesson: Lesson) {
    this.lesson = lesson;
  }

  /** The same lesson in another language. */
  tell(lesson: Lesson): void {
    if (lesson === this.lesson) return;
    this.lesson = lesson;
    this.answer = this.played === null ? null : { says: this.step.well, isRight: true };
  }

  readonly step: LessonStep = $derived.by((): LessonStep => this.lesson.steps[this.at]!);
  private readonly first: Scene = $derived(complete(this.step.scene));
  private readonly following = $derived(this.played === null ? [] : (this.step.after[this.played] ?? []));
  readonly scene: Scene = $derived.by(() => {
    const now = this.following[Math.min(this.seen, this.following.length - 1)];
    return now ? complete(now.scene, this.first) : this.first;
  });
  /** What may be chosen now. */
  readonly choices = $derived(this.played === null ? (this.step.choices as Choices) : null);
  /** Whether the right thing is done, and what follows it has been seen. */
  readonly isDone = $derived(this.played !== null && this.seen >= this.following.length - 1);
  readonly isLast = $derived.by(() => this.at === this.lesson.steps.length - 1);
  readonly canShow = $derived(this.tries >= TRIES && this.played === null && !this.isShown);
  /** What is picked for the action that is shown. */
  readonly hinted = $derived.by((): string[] => {
    const [action] = Object.keys(this.step.after);
    return (this.isShown && this.choices && action && picksOf(this.choices, action)) || [];
  });

  /** A legal action was chosen. */
  act(action: string): void {
    const { after, wrong, otherwise, well, rule } = this.step;
    if (this.played !== null) return;
    if (!(action in after)) {
      this.miss({ says: wrong[action] ?? otherwise, rule: rule ?? undefined, isRight: false });
      return;
    }
    this.played = action;
    this.seen = 0;
    this.answer = { says: well, isRight: true };
    this.isShown = false;
    this.wait();
  }

  /** Something was picked that no rule allows. */
  refuse(refusal: Refusal): void {
    if (this.played === null) this.miss({ says: refusal.message, rule: refusal.rule ?? undefined, isRight: false });
  }

  show(): void {
    this.isShown = true;
    this.answer = null;
  }

  /** On to the next step; after the last one, the lesson is over. */
  next(): void {
    if (!this.isDone) return;
    if (this.isLast) this.isOver = true;
    else this.go(this.at + 1);
  }

  again(): void {
    this.isOver = false;
    this.go(0);
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private go(step: number): void {
    clearTimeout(this.timer);
    this.at = step;
    [this.played, this.seen, this.tries] = [null, 0, 0];
    [this.answer, this.isShown] = [null, false];
  }

  private miss(answer: Answer): void {
    this.tries += 1;
    this.answer = answer;
  }

  private wait(): void {
    if (this.isDone) return;
    this.timer = setTimeout(() => {
      this.seen += 1;
      this.wait();
    }, PAUSE);
  }
}
