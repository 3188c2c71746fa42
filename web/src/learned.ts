/** Which games somebody has played or been guided through in this browser. */
import { keep, recall } from "./kept";

export const hasLearned = (game: string): boolean => recall("learned")?.includes(game) ?? false;

export function learn(game: string): void {
  if (!hasLearned(game)) keep("learned", [...(recall("learned") ?? []), game]);
}
