import { type CaseRow, emptyCounts } from '../../runner/fold/index.ts';
import type { RunToCompare, TrialCounts } from '../../runner/verdict/index.ts';

export type Random = () => number;

/** A suite with the true pass rates of its cases: `draw` returns the rate of one case, `mean` is the expected rate. */
type Suite = { name: string; mean: number; draw: (random: Random) => number };

const BROKEN_PASS_RATE = 0.03;

export const suites: readonly Suite[] = [
  { name: 'mature', mean: 0.7 * 0.99 + 0.2 * (2 / 3) + 0.1 * BROKEN_PASS_RATE, draw: drawMature },
  { name: 'hard', mean: 0.5, draw: (random) => drawBeta(0.6, 0.6, random) },
  { name: 'perfect', mean: 0.995, draw: () => 0.995 },
];
export const suiteSizes = [10, 26, 100] as const;
export const attemptCounts = [1, 3, 5, 10] as const;

/** The values of a table row: the suite, its number of cases, and the number of attempts. */
export type Design = { suite: Suite; cases: number; attempts: number };

export function listDesigns(): Design[] {
  return suites.flatMap((suite) =>
    suiteSizes.flatMap((cases) => attemptCounts.map((attempts) => ({ suite, cases, attempts }))),
  );
}

export function drawRates({ suite, cases }: Design, random: Random): number[] {
  return Array.from({ length: cases }, () => suite.draw(random));
}

/** A model of how cases break between two runs: changes the pass rates of the cases. */
export type Breakage = (rates: readonly number[], random: Random) => readonly number[];

export const breakNone: Breakage = (rates) => rates;

/** Breaks a tenth of the cases, chosen from those that pass more often than not. */
export const breakTenth: Breakage = (rates, random) => {
  const working = rates.flatMap((rate, index) => (rate > 0.5 ? [{ place: index, order: random() }] : []));
  const drawn = working.toSorted((one, other) => one.order - other.order).slice(0, Math.round(rates.length / 10));
  const broken = new Set(drawn.map(({ place }) => place));
  return rates.map((rate, index) => (broken.has(index) ? BROKEN_PASS_RATE : rate));
};

/** Breaks each case with a probability of 10%, even one that was already failing. */
export const breakByChance: Breakage = (rates, random) =>
  rates.map((rate) => (random() < 0.1 ? Math.min(rate, BROKEN_PASS_RATE) : rate));

export function tryCase(rate: number, judged: number, random: Random): TrialCounts {
  let passed = 0;
  for (let attempt = 0; attempt < judged; attempt += 1) if (random() < rate) passed += 1;
  return { passed, judged };
}

/** Simulates a run of these cases, in the form that the history has. */
export function playRun(rates: readonly number[], attempts: number, random: Random): RunToCompare {
  const counts = emptyCounts();
  const rows = rates.map((rate, index): CaseRow => {
    const played = Array.from({ length: attempts }, (_, at) => {
      const status = random() < rate ? 'passed' : 'failed';
      counts[status] += 1;
      return { attempt: at + 1, status, turns: 1 } as const;
    });
    return { suiteKey: 'truth', id: String(index), kind: 'standard', hash: 'same', attempts: played };
  });
  return { runId: 'run', suites: [], rows, counts };
}

/** The mulberry32 generator, which gives the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function drawMature(random: Random): number {
  const which = random();
  if (which < 0.7) return 0.99;
  return which < 0.9 ? Math.sqrt(random()) : BROKEN_PASS_RATE;
}

/** Draws from a beta distribution. Uses the method of M. Jöhnk (Metrika 8, 1964) for parameters below 1. */
function drawBeta(a: number, b: number, random: Random): number {
  for (;;) {
    const [x, y] = [random() ** (1 / a), random() ** (1 / b)];
    if (x + y > 0 && x + y <= 1) return x / (x + y);
  }
}
