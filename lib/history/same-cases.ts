import { passRate } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { countsOf, figuresOf } from './read-figures.ts';
import { createMeasureReader, type Outcomes } from './read-outcomes.ts';
import { type ContentReader, isComplete } from './trend-markers.ts';
import type { TrendRun } from './trend-runs.ts';

/** The cases that every run judged with the same content, and how many cases there are in all. */
export type SameCases = { kept: ReadonlySet<string>; total: number };

/** Runs that were cut short need not have all cases. */
export function sameCases(runs: readonly TrendRun[], contentOf: ContentReader): SameCases {
  const hashes = new Map<string, string>();
  const kept = new Set<string>();
  const seenDigests = new Set<string>();
  const complete: ReadonlyMap<string, string>[] = [];
  for (const run of runs) {
    // Runs with the same cases say the same, and most have.
    if (seenDigests.has(`${run.suiteKey}\n${run.figures.cases}`)) continue;
    seenDigests.add(`${run.suiteKey}\n${run.figures.cases}`);
    const of = contentOf(run.runId);
    if (isComplete(run)) complete.push(of);
    for (const [key, hash] of of) {
      if (!hashes.has(key)) kept.add(key);
      else if (hashes.get(key) !== hash) kept.delete(key);
      hashes.set(key, hash);
    }
  }
  for (const key of kept) if (complete.some((of) => !of.has(key))) kept.delete(key);
  return { kept, total: hashes.size };
}

/** Runs with counts and figures of only these cases. */
export function createCaseLimiter(database: Database, kept: ReadonlySet<string>) {
  const measure = createMeasureReader(database);
  return <Run extends TrendRun>(run: Run, outcomes: Outcomes): Run => {
    if (outcomes.cases.every((key) => kept.has(key))) return run;
    const places = outcomes.cases.flatMap((key, place) => (kept.has(key) ? place : []));
    const counts = countsOf(outcomes, places);
    const figures = { ...figuresOf(outcomes, measure(run.runId), places), cases: run.figures.cases };
    return { ...run, counts, passRate: passRate(counts), figures };
  };
}
