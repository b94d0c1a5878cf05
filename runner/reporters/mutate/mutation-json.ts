import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import { computeMutationScore, type MutatedCase, type MutationReport } from './mutation-report.ts';

export function toMutationJson({ cases, notRecorded }: MutationReport): string {
  const document: JsonObject = {
    summary: computeMutationTotals(cases),
    cases: cases.map((mutated) =>
      withoutUndefined({
        suite: mutated.suiteKey,
        id: mutated.caseId,
        source: mutated.source,
        problem: mutated.problem,
        summary: computeMutationTotals([mutated]),
        left_out: mutated.leftOut,
        mutations: mutated.mutations.map(({ kind, turn, what, caught, reason, fix }) =>
          withoutUndefined({ kind, turn, what, caught, reason, fix }),
        ),
      }),
    ),
    not_recorded: notRecorded,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function computeMutationTotals(cases: readonly MutatedCase[]): JsonObject {
  const { caught, all } = computeMutationScore(cases);
  return { mutations: all, caught, score: all === 0 ? null : Math.round((caught / all) * 1000) / 10 };
}
