import type { JsonObject } from '../../values/index.ts';

/**
 * A mutation of a conversation, and whether the case detected it; `fix` is a suggested addition to the case that would
 * detect it.
 */
export type ReportedMutation = {
  kind: string;
  turn: number;
  what: string;
  caught: boolean;
  reason?: string | undefined;
  fix?: JsonObject | undefined;
};

/** A recorded conversation of a case and its mutations. `problem` is the reason why nothing was mutated, if so. */
export type MutatedCase = {
  suiteKey: string;
  caseId: string;
  /** The place where the conversation was recorded: a run and an attempt, or a file. */
  source: string;
  problem?: string | undefined;
  /** The checks that were left out, because only a model, a script or a run can make them. */
  leftOut: string[];
  mutations: ReportedMutation[];
};

export type MutationReport = {
  cases: MutatedCase[];
  /** Cases that have no recorded passing conversation. */
  notRecorded: string[];
};

export type MutationScore = { caught: number; all: number };

export function computeMutationScore(cases: readonly Pick<MutatedCase, 'mutations'>[]): MutationScore {
  const mutations = cases.flatMap((mutated) => mutated.mutations);
  return { caught: mutations.filter(({ caught }) => caught).length, all: mutations.length };
}
