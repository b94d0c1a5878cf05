import { stabilityClassOf } from '../../../runner/verdict/index.ts';
import { noStability } from './read-figures.ts';
import type { StabilityCounts } from './run-figures.ts';
import type { Tallies } from './trend-cases.ts';

/** The number of runs that determine a case's class if runs have one attempt of it. */
const RUNS_A_CLASS = 10;

/**
 * Cases by stability class, run by run, each over its last ten runs up to that one: for runs of one attempt, of which
 * one alone says nothing about stability. A case needs at least two runs.
 */
export function stabilityOverRuns(tallies: readonly Tallies[], runs: number): (StabilityCounts | null)[] {
  const shares = Array.from({ length: runs }, noStability);
  for (const { passed, judged } of tallies) {
    const recent: number[] = [];
    for (const [index, share] of shares.entries()) {
      if (judged[index] === 0) continue;
      recent.push(index);
      if (recent.length > RUNS_A_CLASS) recent.shift();
      if (recent.length > 1) share[stabilityClassOf(sumOf(passed, recent) / sumOf(judged, recent))] += 1;
    }
  }
  return shares.map((share) => (Object.values(share).some((count) => count > 0) ? share : null));
}

function sumOf(values: Uint32Array, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (values[place] ?? 0), 0);
}
