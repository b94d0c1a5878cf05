import { defined, type JsonObject } from '../../values/index.ts';
import { type MutatedCase, type MutationReport, scoreOf } from './mutation-report.ts';

export function mutationJson({ cases, notRecorded }: MutationReport): string {
  const document: JsonObject = {
    summary: summaryOf(cases),
    cases: cases.map((mutated) =>
      defined({
        suite: mutated.suiteKey,
        id: mutated.caseId,
        source: mutated.source,
        problem: mutated.problem,
        summary: summaryOf([mutated]),
        left_out: mutated.leftOut,
        mutations: mutated.mutations.map(({ kind, turn, what, caught, reason, fix }) =>
          defined({ kind, turn, what, caught, reason, fix }),
        ),
      }),
    ),
    not_recorded: notRecorded,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function summaryOf(cases: readonly MutatedCase[]): JsonObject {
  const { caught, all } = scoreOf(cases);
  return { mutations: all, caught, score: all === 0 ? null : Math.round((caught / all) * 1000) / 10 };
}
