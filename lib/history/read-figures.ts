import { createHash } from 'node:crypto';
// biome-ignore lint/style/noRestrictedImports: the door would bring every schema into the thread that writes
import { emptyCounts } from '../../runner/contract/counts.ts';
import type { Counts } from '../../runner/contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the same
import { stabilityClassOf } from '../../runner/contract/stability.ts';
// biome-ignore lint/style/noRestrictedImports: the same
import { percentile } from '../../runner/contract/statistics/percentile.ts';
import type { Database } from '../db/index.ts';
import {
  createContentReader,
  createMeasureReader,
  createOutcomeReader,
  type Measures,
  type Outcomes,
  placeOfCase,
  statusAt,
} from './read-outcomes.ts';
import type { MeasuredFigures, RunFigures, StabilityCounts } from './run-figures.ts';

/** Works the figures of runs out of their attempts. */
export function createFigureReader(database: Pick<Database, 'sqlite'>): (runId: string) => RunFigures {
  const read = createOutcomeReader(database);
  const measure = createMeasureReader(database);
  const contentOf = createContentReader(database);
  return (runId) => ({ ...figuresOf(read(runId), measure(runId)), cases: digestOf(contentOf(runId)) });
}

/** The figures of a run, or of those of its attempts whose places are given. */
export function figuresOf(outcomes: Outcomes, measures: Measures, places = everyPlace(outcomes)): MeasuredFigures {
  const judged = places.filter((place) => outcomes.statuses[place] !== 's');
  const durations = Float64Array.from(judged, (place) => outcomes.durations[place] ?? 0).sort();
  return {
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    turns: mean(judged.map((place) => measures.turns[place] ?? null)),
    tokens: mean(judged.map((place) => measures.tokens[place] || null)),
    cost: mean(judged.map((place) => measures.costs[place] ?? null)),
    score: mean(judged.map((place) => measures.scores[place] ?? null)),
    stability: stabilityCounts(outcomes, judged),
  };
}

export function countsOf(outcomes: Outcomes, places = everyPlace(outcomes)): Counts {
  const counts = emptyCounts();
  for (const place of places) counts[statusAt(outcomes, place)] += 1;
  return counts;
}

export function noStability(): StabilityCounts {
  return { stable: 0, mostly_stable: 0, unstable: 0, highly_unstable: 0 };
}

function everyPlace({ cases }: Outcomes): number[] {
  return Array.from(cases, (_, place) => place);
}

function mean(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let known = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    known += 1;
  }
  return known === 0 ? null : sum / known;
}

function stabilityCounts({ cases, statuses }: Outcomes, judged: readonly number[]): StabilityCounts | null {
  const tallies = new Map<string, { passed: number; judged: number }>();
  for (const place of judged) {
    const key = cases[place] ?? '';
    const tally = tallies.get(key) ?? { passed: 0, judged: 0 };
    tally.judged += 1;
    if (statuses[place] === 'p') tally.passed += 1;
    tallies.set(key, tally);
  }
  const repeated = [...tallies.values()].filter((tally) => tally.judged > 1);
  if (repeated.length === 0) return null;
  const shares = noStability();
  for (const tally of repeated) shares[stabilityClassOf(tally.passed / tally.judged)] += 1;
  return shares;
}

const DIGEST_LENGTH = 16;

/** Without the suite: a file that was renamed has the same cases. */
function digestOf(content: ReadonlyMap<string, string>): string {
  const lines = Array.from(content, ([key, hash]) => `${placeOfCase(key).caseId}\n${hash}\n`);
  return createHash('sha256').update(lines.sort().join('')).digest('base64url').slice(0, DIGEST_LENGTH);
}
