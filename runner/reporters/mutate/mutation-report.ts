import type { JsonObject } from '../../values/index.ts';

/** A change that a case noticed or not; `fix` is what could be added to the case to notice it. */
export type ReportedMutation = {
  kind: string;
  turn: number;
  what: string;
  caught: boolean;
  reason?: string | undefined;
  fix?: JsonObject | undefined;
};

/** A recorded conversation of a case, and its changes. `problem`: why nothing was changed. */
export type MutatedCase = {
  suiteKey: string;
  caseId: string;
  /** Where it was recorded: a run and an attempt, or a file. */
  source: string;
  problem?: string | undefined;
  /** Checks that only a model, a script or a run can make. */
  leftOut: string[];
  mutations: ReportedMutation[];
};

export type MutationReport = {
  cases: MutatedCase[];
  /** Cases of which no conversation that passed is recorded. */
  notRecorded: string[];
};

export type MutationScore = { caught: number; all: number };

export function mutationScore(cases: readonly Pick<MutatedCase, 'mutations'>[]): MutationScore {
  const mutations = cases.flatMap((mutated) => mutated.mutations);
  return { caught: mutations.filter(({ caught }) => caught).length, all: mutations.length };
}
