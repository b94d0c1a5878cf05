import type { AssertionResult, CaseResult } from '../contract/index.ts';
import {
  type CaseRow,
  formatStateChange,
  hasActualValue,
  isFailing,
  isJudgedByScores,
  type RunState,
} from '../fold/index.ts';
import { describeDecision, listFaultLines } from '../verdict/index.ts';
import { formatDiagnosisLines } from './diagnosis-lines.ts';
import { formatScoreAsLine } from './measures.ts';
import type { ReportedCase } from './reported-cases.ts';

/** Explains why a case failed: in one line, and as a whole text with the details of each attempt that went wrong. */
export function listFailureTexts(
  { row, status, attempts }: ReportedCase,
  state: RunWithFailureHistories,
): { message: string; text: string } {
  const wrong = attempts.filter((attempt) => isFailing(attempt.status));
  const good = attempts.filter((attempt) => attempt.status === 'passed').length;
  const share = attempts.length === 1 ? '' : `${describeDecision(row) ?? `${good} of ${attempts.length} passed`}: `;
  return {
    message: `${share}${wrong[0] === undefined ? status : findFailureReason(wrong[0])}`,
    text: wrong.map((attempt) => formatFailureDetails(attempt, { row, state, attempts: attempts.length })).join('\n\n'),
  };
}

type RunWithFailureHistories = Pick<RunState, 'pastWords' | 'lastPassing'>;

/** Explains in one line why an attempt failed. */
export function findFailureReason(result: CaseResult): string {
  const failing = result.assertions.find((assertion) => assertion.status !== 'passed');
  const low = result.scores?.find(({ passed, notScorable }) => !passed && notScorable !== true);
  const scored = low === undefined ? undefined : formatScoreAsLine(low);
  return result.error ?? failing?.message ?? result.reason ?? scored ?? result.status;
}

type FailureDetailsContext = { row: CaseRow; state: RunWithFailureHistories; attempts: number };

function formatFailureDetails(result: CaseResult, { row, state, attempts }: FailureDetailsContext): string {
  const heading = attempts === 1 ? [] : [`attempt ${result.attempt}: ${result.status}`];
  const missed = (result.checkpoints ?? [])
    .filter(({ required, passed, invariant }) => required && !passed && invariant !== 'not_judged')
    .map((checkpoint) => `checkpoint ${checkpoint.id}: ${checkpoint.message ?? 'not reached'}`);
  const assertions = result.assertions.filter(({ status }) => status !== 'passed').map(formatAssertionDetails);
  const scores = (result.scores ?? [])
    .filter(({ passed, notScorable }) => !passed && notScorable !== true)
    .map(formatScoreAsLine);
  const changes = (result.state?.changes ?? []).map((change) => `state: ${formatStateChange(change)}`);
  // The error of an experiment only repeats its scores, so it is left out.
  const reason = isJudgedByScores(result) && scores.length > 0 ? [] : [findFailureReason(result)];
  return [
    ...new Set([
      ...heading,
      ...formatDiagnosisLines(result, row, state),
      ...reason,
      ...assertions,
      ...scores,
      ...missed,
      ...listFaultLines(result),
      ...changes,
    ]),
  ].join('\n');
}

function formatAssertionDetails(assertion: AssertionResult): string {
  const { type, place, message, expected, actual } = assertion;
  const values = [
    ...(place === undefined ? [] : [`at ${place}`]),
    ...(expected === undefined ? [] : [`expected: ${JSON.stringify(expected)}`]),
    ...(hasActualValue(assertion) ? [`actual:   ${JSON.stringify(actual)}`] : []),
  ];
  return [`${type}: ${message ?? 'failed'}`, ...values].join('\n  ');
}
