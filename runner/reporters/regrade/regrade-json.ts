import { type JsonObject, withoutUndefined } from '../../values/index.ts';
import { isRegression, type RegradedAttempt, type RegradeReport } from './regrade-report.ts';

export function toRegradeJson(report: RegradeReport): string {
  const { runs, attempts, unchanged, changes, notRegradable, notInSuite, otherInput, leftOut, inferred } = report;
  const document: JsonObject = {
    runs,
    summary: {
      attempts,
      unchanged,
      changed: changes.length,
      not_regradable: notRegradable.length,
      regressed: changes.filter(isRegression).length,
      skipped: leftOut.skipped,
      other_kinds: leftOut.otherKinds,
    },
    changes: changes.map(toRegradedAttemptJson),
    not_regradable: notRegradable.map(toRegradedAttemptJson),
    not_in_suite: notInSuite,
    other_input: otherInput,
    inferred: inferred.map(({ suiteKey, caseId, ...rule }) => ({ suite: suiteKey, id: caseId, ...rule })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toRegradedAttemptJson({
  runId,
  suiteKey,
  caseId,
  attempt,
  before,
  after,
  reason,
}: RegradedAttempt): JsonObject {
  return withoutUndefined({ suite: suiteKey, id: caseId, run_id: runId, attempt, before, after, reason });
}
