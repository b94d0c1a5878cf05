import { caseKey, countUnreadable } from '../../fold/index.ts';
import type { Json } from '../../values/index.ts';
import type { FailedAttemptId, FailureCause } from '../../verdict/index.ts';
import { type FailingCaseHistory, formatCauseHeadline, listDiagnosisDetails } from '../../verdict/index.ts';
import { buildCaseHealthReport } from '../json/report-case-health.ts';
import type { ExplainedRun } from './explained-run.ts';

/** The failures of a run by cause, as data. */
export function toWhyJson({ state, causes, count, pasts }: ExplainedRun): string {
  const { runId: run_id, status } = state;
  const unreadable_events = countUnreadable(state.unreadable) || undefined;
  const report = {
    run_id,
    status,
    unreadable_events,
    failures: count,
    causes: causes.map((cause) => toCauseJson(cause, pasts)),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function toCauseJson(cause: FailureCause, pasts: ExplainedRun['pasts']): object {
  const { diagnosis, result, attempts, severalTurns } = cause;
  const [{ kind }] = diagnosis.problems;
  return {
    kind,
    status: result.status,
    headline: formatCauseHeadline(cause),
    details: listDiagnosisDetails(diagnosis),
    turn: severalTurns === true ? undefined : diagnosis.cause.turn,
    confidence: diagnosis.cause.confidence,
    fault: result.fault?.by,
    attempts: attempts.map((attempt) => toAttemptJson(attempt, pasts.get(caseKey(attempt.suiteKey, attempt.id)))),
  };
}

type AttemptJson = {
  suite: string;
  id: string;
  attempt: number;
  standing?: Json;
  steadiness?: Json;
  newly_failing?: boolean;
  last_passed?: string;
  first_bad?: string;
  changes?: string[];
};

function toAttemptJson(
  { suiteKey: suite, id, attempt }: FailedAttemptId,
  casePast: FailingCaseHistory | undefined,
): AttemptJson {
  if (casePast === undefined) return { suite, id, attempt };
  const { standing, isNewlyFailing: newly_failing, lastPassed, firstBad, changes } = casePast;
  const runs = { last_passed: lastPassed?.runId, first_bad: firstBad?.runId };
  return { suite, id, attempt, ...buildCaseHealthReport(standing), newly_failing, ...runs, changes };
}
