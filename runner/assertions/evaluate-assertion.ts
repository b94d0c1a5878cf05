import type { Assertion, AssertionResult } from '../contract/index.ts';
import { type Json, toErrorMessage } from '../values/index.ts';
import { type AssertionOutcome, createUncheckableOutcome } from './assertion-outcome.ts';
import { getDelegatedAssertionFields, isDelegatedAssertion } from './assertion-question.ts';
import { getAssertionRules } from './assertion-types.ts';
import type { AssertionHelpers, AssertionTask, Subject } from './subject.ts';
import { toPlainText } from './to-plain-text.ts';

/**
 * Evaluates an assertion on one output. A wrong answer results in `failed`, a check that could not be made in `error`.
 * `negate` exchanges only passed and failed; `message` replaces the failure message. Rejects only if `signal` aborts.
 */
export async function evaluateAssertion(task: AssertionTask, signal: AbortSignal): Promise<AssertionResult> {
  signal.throwIfAborted();
  try {
    return toResult(task, await getAssertionRules(task.assertion).judge(task, signal));
  } catch (error) {
    signal.throwIfAborted();
    return toResult(task, createUncheckableOutcome(toErrorMessage(error), null, task.subject.value));
  }
}

/**
 * Evaluates an assertion synchronously. Undefined if a judge, a script or a file is needed. If `terse` is true, a
 * failure has no details.
 */
export function evaluateAssertionSynchronously({
  terse: isTerse,
  ...task
}: Omit<AssertionTask, 'helpers'> & { terse?: boolean | undefined }): AssertionResult | undefined {
  const { assertion } = task;
  const outcome = judgeAssertionSynchronously(task);
  if (outcome === undefined) return undefined;
  const status = getOutcomeStatus(outcome, assertion.negate === true);
  return isTerse === true && status === 'failed' ? { type: assertion.type, status } : toResult(task, outcome);
}

/**
 * Returns true if an assertion accepts an output in which data is missing. No condition holds for missing data, so a
 * negated assertion accepts it. Undefined if the assertion is not synchronous or cannot be evaluated.
 */
export function acceptsMissingData(task: Omit<AssertionTask, 'helpers'>): boolean | undefined {
  const outcome = judgeAssertionSynchronously(task);
  if (outcome === undefined || outcome.kind === 'broken') return undefined;
  return outcome.holds !== (task.assertion.negate === true);
}

/** Returns true if an assertion can be evaluated without a judge, a script or a file. */
export function isSynchronousCheck(assertion: Assertion): boolean {
  return !isDelegatedAssertion(assertion) && assertion.type !== 'snapshot';
}

function judgeAssertionSynchronously({
  assertion,
  subject,
}: Omit<AssertionTask, 'helpers'>): AssertionOutcome | undefined {
  if (!isSynchronousCheck(assertion)) return undefined;
  try {
    const outcome = getAssertionRules(assertion).judge({ assertion, subject, helpers: noHelpers }, neverAborted);
    return outcome instanceof Promise ? undefined : outcome;
  } catch (error) {
    return createUncheckableOutcome(toErrorMessage(error), null, subject.value);
  }
}

const neverAborted = new AbortController().signal;

/**
 * Evaluates an assertion on a value in place of an agent's output; undefined if the assertion needs more than the
 * output.
 */
export function judgeValueAsOutput(assertion: Assertion, value: Json): AssertionResult | undefined {
  if (!getAssertionRules(assertion).readsOutput) return undefined;
  const subject: Subject = { value, text: toPlainText(value), toolCalls: [], input: null };
  const task = { assertion, subject, helpers: noHelpers };
  const outcome = getAssertionRules(assertion).judge(task, new AbortController().signal);
  return outcome instanceof Promise ? undefined : toResult(task, outcome);
}

const noHelpers: AssertionHelpers = {
  askValidator: () => Promise.reject(new Error('agents cannot be called here')),
  askBuiltInJudge: () => Promise.reject(new Error('judges cannot be called here')),
  runScript: () => Promise.reject(new Error('scripts cannot be run here')),
};

function toResult({ assertion }: Pick<AssertionTask, 'assertion'>, outcome: AssertionOutcome): AssertionResult {
  const result: AssertionResult = {
    type: assertion.type,
    status: getOutcomeStatus(outcome, assertion.negate === true),
    expected: outcome.expected,
    actual: outcome.actual,
  };
  if ('path' in assertion && assertion.path !== undefined) result.path = assertion.path;
  if (assertion.negate === true) result.negate = true;
  if (isDelegatedAssertion(assertion)) result.asked = getDelegatedAssertionFields(assertion);
  if (outcome.agentValidation !== undefined) result.agentValidation = outcome.agentValidation;
  if (outcome.kind === 'broken') result.message = outcome.message;
  else if (result.status === 'failed')
    result.message = assertion.message?.trim() ? assertion.message : getFailureText(outcome);
  return result;
}

function getOutcomeStatus(outcome: AssertionOutcome, negate: boolean): AssertionResult['status'] {
  if (outcome.kind === 'broken') return 'error';
  if (outcome.isAbsent === true) return 'failed';
  return outcome.holds === negate ? 'failed' : 'passed';
}

function getFailureText(outcome: Extract<AssertionOutcome, { kind: 'judged' }>): string {
  return outcome.holds && outcome.isAbsent !== true ? outcome.met : outcome.unmet;
}
