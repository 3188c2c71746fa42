/** Dry knocks of wood, made on the spot: a short burst of noise rung through the resonances of a block. */
import type { Holding, Scene } from "../board/scene";
import { sound } from "../sound.svelte";
import type { Outcome } from "../wire";

let context: AudioContext | null = null;

/** Browsers let a page be heard only after somebody has touched it. */
export function allowSounds(): void {
  if (!context && typeof AudioContext !== "undefined") context = new AudioContext();
  void context?.resume();
}

interface Knock {
  pitch: number;
  length: number;
  after?: number;
  loud?: number;
}

export const SOUNDS = {
  setDown: [{ pitch: 420, length: 0.07 }],
  slide: [{ pitch: 340, length: 0.09 }],
  wall: [
    { pitch: 620, length: 0.05 },
    { pitch: 880, length: 0.04, after: 0.05, loud: 0.6 },
  ],
  take: [
    { pitch: 420, length: 0.06 },
    { pitch: 300, length: 0.09, after: 0.08 },
  ],
  score: [
    { pitch: 440, length: 0.06 },
    { pitch: 660, length: 0.09, after: 0.09, loud: 0.8 },
  ],
  counts: [
    { pitch: 420, length: 0.07 },
    { pitch: 620, length: 0.05, after: 0.1, loud: 0.5 },
  ],
  yourTurn: [{ pitch: 520, length: 0.09 }],
  won: [
    { pitch: 330, length: 0.1 },
    { pitch: 440, length: 0.1, after: 0.14 },
    { pitch: 590, length: 0.14, after: 0.28 },
  ],
  lost: [
    { pitch: 330, length: 0.1 },
    { pitch: 260, length: 0.16, after: 0.18 },
  ],
  over: [
    { pitch: 330, length: 0.1 },
    { pitch: 330, length: 0.12, after: 0.16 },
  ],
} satisfies Record<string, Knock[]>;

export function hear(name: keyof typeof SOUNDS): void {
  if (!context || !sound.on || context.state !== "running") return;
  for (const knock of SOUNDS[name] as Knock[]) strike(context, knock);
}

/** What one hears of an action: something was taken or scored, a wall laid, a piece put down, perhaps so that points or
 *  groups have changed by it, or moved. */
export function soundOf(before: Scene | null, after: Scene | null): keyof typeof SOUNDS {
  const [stood, stands] = [before?.pieces ?? [], after?.pieces ?? []];
  const known = new Set(stood.map((piece) => piece.id));
  const fresh = stands.find((piece) => !known.has(piece.id));
  const more = (kind: string): number => countOf(after, kind) - countOf(before, kind);
  if (stands.length < stood.length || more("captured") > 0) return "take";
  if (more("thrones") > 0 || (!fresh && more("stock") < 0)) return "score"; // held, or brought home
  if (!fresh) return "slide";
  if (fresh.kind.startsWith("wall")) return "wall";
  return before && COUNTS.some((kind) => countsOf(before, kind) !== countsOf(after, kind)) ? "counts" : "setDown";
}
const COUNTS = ["score", "groups"];

/** What counts of a sort, seat by seat. */
function countsOf(scene: Scene | null, kind: string): string {
  const trays = scene?.trays ?? [];
  return trays.map((tray) => tray.holdings.filter((one) => one.kind === kind).map(pilesIn).join()).join(";");
}
const pilesIn = (holding: Holding): string => holding.piles.map((pile) => pile.count).join("+");

/** How much of a sort lies before all seats. */
function countOf(scene: Scene | null, kind: string): number {
  let count = 0;
  for (const holding of (scene?.trays ?? []).flatMap((tray) => tray.holdings)) {
    if (holding.kind === kind) count += holding.piles.reduce((all, pile) => all + pile.count, holding.pieces.length);
  }
  return count;
}

/** The end: won, lost, or neither. */
export function soundOfEnd({ winners, draw }: Outcome, mine: readonly number[]): keyof typeof SOUNDS {
  if (mine.some((seat) => winners.includes(seat))) return "won";
  return mine.length && !draw ? "lost" : "over";
}

function strike(audio: AudioContext, { pitch, length, after = 0, loud = 1 }: Knock): void {
  const start = audio.currentTime + after;
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / samples);
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  for (const [ratio, share] of [
    [1, 1],
    [2.76, 0.45],
    [5.4, 0.2],
  ] as const) {
    const block = audio.createBiquadFilter();
    block.type = "bandpass";
    block.frequency.value = pitch * ratio;
    block.Q.value = 9;
    const gain = audio.createGain();
    gain.gain.value = 0.9 * share * loud;
    noise.connect(block).connect(gain).connect(audio.destination);
  }
  noise.start(start);
}
