import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import { type MutatedCase, type MutationReport, mutationScore } from './mutation-report.ts';

export function mutationJson({ cases, notRecorded }: MutationReport): string {
  const document: JsonObject = {
    summary: mutationTotals(cases),
    cases: cases.map((mutated) =>
      withoutUndefined({
        suite: mutated.suiteKey,
        id: mutated.caseId,
        source: mutated.source,
        problem: mutated.problem,
        summary: mutationTotals([mutated]),
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

function mutationTotals(cases: readonly MutatedCase[]): JsonObject {
  const { caught, all } = mutationScore(cases);
  return { mutations: all, caught, score: all === 0 ? null : Math.round((caught / all) * 1000) / 10 };
}
