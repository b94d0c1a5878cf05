import { caseKey, countUnreadable } from '../../fold/index.ts';
import type { Json } from '../../values/index.ts';
import type { FailureCause, NamedAttempt } from '../../verdict/index.ts';
import { causeHeadline, diagnosisDetails, type FailingCaseHistory } from '../../verdict/index.ts';
import { caseHealthReport } from '../json/report-standing.ts';
import type { ExplainedRun } from './explained-run.ts';

/** The failures of a run by cause, as data. */
export function whyJson({ state, causes, count, pasts }: ExplainedRun): string {
  const { runId: run_id, status } = state;
  const unreadable_events = countUnreadable(state.unreadable) || undefined;
  const report = {
    run_id,
    status,
    unreadable_events,
    failures: count,
    causes: causes.map((cause) => causeJson(cause, pasts)),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function causeJson(cause: FailureCause, pasts: ExplainedRun['pasts']): object {
  const { diagnosis, result, attempts, severalTurns } = cause;
  const [{ kind }] = diagnosis.problems;
  return {
    kind,
    status: result.status,
    headline: causeHeadline(cause),
    details: diagnosisDetails(diagnosis),
    turn: severalTurns === true ? undefined : diagnosis.cause.turn,
    confidence: diagnosis.cause.confidence,
    fault: result.fault?.by,
    attempts: attempts.map((attempt) => attemptJson(attempt, pasts.get(caseKey(attempt.suiteKey, attempt.id)))),
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

function attemptJson(
  { suiteKey: suite, id, attempt }: NamedAttempt,
  casePast: FailingCaseHistory | undefined,
): AttemptJson {
  if (casePast === undefined) return { suite, id, attempt };
  const { standing, isNewlyFailing: newly_failing, lastPassed, firstBad, changes } = casePast;
  const runs = { last_passed: lastPassed?.runId, first_bad: firstBad?.runId };
  return { suite, id, attempt, ...caseHealthReport(standing), newly_failing, ...runs, changes };
}
