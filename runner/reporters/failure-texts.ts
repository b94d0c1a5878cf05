import type { AssertionResult, CaseResult } from '../contract/index.ts';
import {
  type CaseRow,
  hasActualValue,
  isFailing,
  isJudgedByScores,
  type RunState,
  stateChangeText,
} from '../fold/index.ts';
import { describeDecision, faultLines } from '../verdict/index.ts';
import { diagnosisLines } from './diagnosis-lines.ts';
import { scoreLineText } from './measures.ts';
import type { ReportedCase } from './reported-cases.ts';

/** Why a case failed: one line, and the whole text with the details of each attempt that went wrong. */
export function failureTexts(
  { row, status, attempts }: ReportedCase,
  state: FailureHistories,
): { message: string; text: string } {
  const wrong = attempts.filter((attempt) => isFailing(attempt.status));
  const good = attempts.filter((attempt) => attempt.status === 'passed').length;
  const share = attempts.length === 1 ? '' : `${describeDecision(row) ?? `${good} of ${attempts.length} passed`}: `;
  return {
    message: `${share}${wrong[0] === undefined ? status : failureReason(wrong[0])}`,
    text: wrong.map((attempt) => formatDetails(attempt, { row, state, attempts: attempts.length })).join('\n\n'),
  };
}

type FailureHistories = Pick<RunState, 'pastWords' | 'lastPassing'>;

/** Why an attempt failed, in one line. */
export function failureReason(result: CaseResult): string {
  const failing = result.assertions.find((assertion) => assertion.status !== 'passed');
  const low = result.scores?.find(({ passed, notScorable }) => !passed && notScorable !== true);
  const scored = low === undefined ? undefined : scoreLineText(low);
  return result.error ?? failing?.message ?? result.reason ?? scored ?? result.status;
}

type FailureTextContext = { row: CaseRow; state: FailureHistories; attempts: number };

function formatDetails(result: CaseResult, { row, state, attempts }: FailureTextContext): string {
  const heading = attempts === 1 ? [] : [`attempt ${result.attempt}: ${result.status}`];
  const missed = (result.checkpoints ?? [])
    .filter(({ required, passed, invariant }) => required && !passed && invariant !== 'not_judged')
    .map((checkpoint) => `checkpoint ${checkpoint.id}: ${checkpoint.message ?? 'not reached'}`);
  const assertions = result.assertions.filter(({ status }) => status !== 'passed').map(assertionDetails);
  const scores = (result.scores ?? [])
    .filter(({ passed, notScorable }) => !passed && notScorable !== true)
    .map(scoreLineText);
  const changes = (result.state?.changes ?? []).map((change) => `state: ${stateChangeText(change)}`);
  // The error of an experiment only restates its scores, so it is left out.
  const reason = isJudgedByScores(result) && scores.length > 0 ? [] : [failureReason(result)];
  return [
    ...new Set([
      ...heading,
      ...diagnosisLines(result, row, state),
      ...reason,
      ...assertions,
      ...scores,
      ...missed,
      ...faultLines(result),
      ...changes,
    ]),
  ].join('\n');
}

function assertionDetails(assertion: AssertionResult): string {
  const { type, place, message, expected, actual } = assertion;
  const values = [
    ...(place === undefined ? [] : [`at ${place}`]),
    ...(expected === undefined ? [] : [`expected: ${JSON.stringify(expected)}`]),
    ...(hasActualValue(assertion) ? [`actual:   ${JSON.stringify(actual)}`] : []),
  ];
  return [`${type}: ${message ?? 'failed'}`, ...values].join('\n  ');
}
