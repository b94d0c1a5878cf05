import { toJsonText } from '../../values/index.ts';
import type { ExperimentRow } from './experiment-rows.ts';

/** The counts for a group of rows; `rate` is a percentage with one decimal, as text. */
export type ExperimentShare = { passed: number; total: number; rate: string };

/** The number of passed rows. `successRate` is a percentage, not rounded. */
export type ExperimentSummary = {
  totalTests: number;
  passed: number;
  failed: number;
  successRate: number;
  byTag: Record<string, ExperimentShare>;
  byMetadata: Record<string, Record<string, ExperimentShare>>;
};

export type ExperimentTotals = {
  addRow(row: ExperimentRow): void;
  /** Counts rows by all metadata columns, or by those of `groupBy`. */
  summarizeRows(groupBy?: readonly string[]): ExperimentSummary;
  /** Counts rows by scorer, in order of appearance; `average` is null when there is no score. */
  scorers(): (ScoreTally & { scorer: string; average: number | null })[];
};

type ScoreTally = { passed: number; total: number };

/** Counts rows one by one as they come, so that memory use does not depend on their number. */
export function createExperimentTotals(): ExperimentTotals {
  const all: ScoreTally = { passed: 0, total: 0 };
  const tags = new Map<string, ScoreTally>();
  const metadata = new Map<string, Map<string, ScoreTally>>();
  const scorers = new Map<string, ScoreTally & { sum: number; scored: number }>();
  return {
    addRow(row) {
      if (row.notScorable === true) return;
      addRowToTally(all, row);
      for (const tag of row.tags) addRowToTally(getOrCreate(tags, tag, createEmptyTally), row);
      for (const [column, value] of Object.entries(row.metadata)) {
        const values = getOrCreate(metadata, column, () => new Map<string, ScoreTally>());
        addRowToTally(getOrCreate(values, toJsonText(value), createEmptyTally), row);
      }
      const scorer = getOrCreate(scorers, row.scorer, () => ({ ...createEmptyTally(), sum: 0, scored: 0 }));
      addRowToTally(scorer, row);
      scorer.sum += row.score ?? 0;
      scorer.scored += row.score === null ? 0 : 1;
    },
    summarizeRows(groupBy) {
      const columns = [...metadata].filter(([column]) => groupBy?.includes(column) !== false);
      return {
        totalTests: all.total,
        passed: all.passed,
        failed: all.total - all.passed,
        successRate: toPercentage(all),
        byTag: toExperimentShares(tags),
        byMetadata: Object.fromEntries(columns.map(([column, values]) => [column, toExperimentShares(values)])),
      };
    },
    scorers: () =>
      [...scorers].map(([scorer, { passed, total, sum, scored }]) => ({
        scorer,
        passed,
        total,
        average: scored === 0 ? null : sum / scored,
      })),
  };
}

function createEmptyTally(): ScoreTally {
  return { passed: 0, total: 0 };
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

function addRowToTally(tally: ScoreTally, { passed }: ExperimentRow): void {
  tally.total += 1;
  if (passed) tally.passed += 1;
}

/** Returns the counts with their rates, in the order in which the values first occurred. */
export function toExperimentShares(tallies: Iterable<readonly [string, ScoreTally]>): Record<string, ExperimentShare> {
  const shares = [...tallies].map(([key, { passed, total }]): [string, ExperimentShare] => {
    return [key, { passed, total, rate: toPercentage({ passed, total }).toFixed(1) }];
  });
  return Object.fromEntries(shares);
}

function toPercentage({ passed, total }: ScoreTally): number {
  return total === 0 ? 0 : (passed / total) * 100;
}
