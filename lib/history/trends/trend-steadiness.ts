import { steadinessOf } from '../../../runner/verdict/index.ts';
import type { CaseRowOfRuns, CaseSteadiness, Tallies } from './trend-cases.ts';
import type { ContentReader } from './trend-markers.ts';
import type { TrendRun } from './trend-runs.ts';

type Wanted = {
  rows: readonly CaseRowOfRuns[];
  tallies: readonly (Tallies & { key: string })[];
  /** Oldest first, and one for each place of the tallies. */
  runs: readonly TrendRun[];
  contentOf: ContentReader;
};

/**
 * Says of each case how it behaves as it is now: by its newest attempts with the content that it has in its newest
 * run. One that passed in all of them is as expected and needs no word.
 */
export function withSteadiness({ rows, tallies, runs, contentOf }: Wanted): CaseRowOfRuns[] {
  const byKey = new Map(tallies.map((tally) => [tally.key, tally]));
  const digests = runs.map(({ suiteKey, figures }) => `${suiteKey}\n${figures.cases}`);
  const readers = new Map(runs.map(({ runId }, place) => [digests[place], runId]));
  // Runs with the same cases say the same, and most have.
  const hashOf = (place: number, key: string) => contentOf(readers.get(digests[place]) ?? '').get(key);
  return rows.map((row) => {
    const key = `${row.suiteKey}\n${row.caseId}`;
    const tally = byKey.get(key);
    if (tally === undefined || row.passed === row.judged) return row;
    return { ...row, steadiness: steadinessIn(tally, (place) => hashOf(place, key)) };
  });
}

function steadinessIn({ passed, judged }: Tallies, hashOf: (place: number) => string | undefined): CaseSteadiness {
  const newestFirst = Array.from(judged.keys())
    .reverse()
    .filter((place) => judged[place] !== 0);
  const hash = hashOf(newestFirst[0] ?? 0);
  const same = newestFirst.filter((place) => hashOf(place) === hash);
  const {
    class: name,
    turned,
    words,
  } = steadinessOf(same.map((place) => ({ passed: passed[place] ?? 0, judged: judged[place] ?? 0 })));
  return { class: name, ...(turned === undefined ? {} : { turned }), words };
}
