import { isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import { formatToolName } from '../../assertions/match-tool.ts';
import type { Assertion, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { findMock, passesThrough } from '../../mocks/mock-entries.ts';
import { listAssertions } from '../dynamic/rules.ts';
import { resolveAssertions } from '../standard/standard-checks.ts';
import { judgeRecording } from './judge-recording.ts';
import { applyFix, type MutationFix, suggestFix } from './mutation-fixes.ts';
import { type AnswerMutation, createMutations } from './mutations.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** A mutated conversation, with the reason why the case failed, or with a check that would make it fail. */
export type JudgedMutation = AnswerMutation & ({ caught: true; reason: string } | { caught: false; fix?: MutationFix });

export type MutatedRecording = {
  /** The checks that need a model, a script or a run; they are assumed to pass. */
  leftOut: Assertion[];
  /** Why the recorded conversation does not pass even without a change; then no mutations are made. */
  problem?: string;
  mutations: JudgedMutation[];
};

export type MutationTask = {
  testCase: StandardOrDynamicCase;
  answer: RecordedAnswer;
  otherCalls: readonly ToolCall[];
};

/**
 * Mutation testing: changes a recorded conversation in ways in which an agent might fail, and reports the changes that
 * the case does not catch.
 */
export async function mutateRecording(
  { testCase, answer, otherCalls }: MutationTask,
  signal: AbortSignal,
): Promise<MutatedRecording> {
  const assertions = listRules(testCase);
  const leftOut = assertions.filter(isSkippedRule);
  const findFailure = (caseToJudge: StandardOrDynamicCase, changedAnswer: RecordedAnswer) =>
    findFailureAfterMutation({ testCase: caseToJudge, answer: changedAnswer }, signal);
  const problem = await findFailure(testCase, answer);
  if (problem !== undefined) return { leftOut, problem, mutations: [] };
  const mutations: JudgedMutation[] = [];
  for (const mutation of createMutations({ answer, assertions, otherCalls })) {
    const reason = findRefusalReason(mutation, testCase) ?? (await findFailure(testCase, mutation.answer));
    if (reason !== undefined) {
      mutations.push({ ...mutation, caught: true, reason });
      continue;
    }
    const fix = suggestFix(mutation, testCase, answer);
    const fixedCase = applyFix(testCase, fix);
    // A fix is offered only if with it, the mutated recording fails and the original one passes.
    const isFix =
      (await findFailure(fixedCase, mutation.answer)) !== undefined &&
      (await findFailure(fixedCase, answer)) === undefined;
    mutations.push({ ...mutation, caught: false, ...(isFix ? { fix } : {}) });
  }
  return { leftOut, mutations };
}

/**
 * Finds the reason why a call is refused: if a case has mocks, a call to an unknown tool ends the attempt regardless of
 * the checks.
 */
function findRefusalReason(
  { kind, call }: AnswerMutation,
  { mocks, state, pass = [] }: StandardOrDynamicCase,
): string | undefined {
  if (kind !== 'add_call' || call === undefined || (mocks === undefined && state === undefined)) return undefined;
  const isKnown = findMock(mocks ?? {}, call) !== undefined || passesThrough(pass, call);
  return isKnown ? undefined : `${formatToolName(call)} has no mock`;
}

/** Returns the checks in all lists of a case. */
export function listRules(testCase: StandardOrDynamicCase): Assertion[] {
  return testCase.kind === 'dynamic' ? listAssertions(testCase) : resolveAssertions(testCase);
}

/**
 * True for assertions that are skipped, such as those on the state: only the mocks know the state to which a changed
 * call would lead.
 */
function isSkippedRule(assertion: Assertion): boolean {
  return isDelegatedAssertion(assertion) || assertion.type === 'snapshot' || assertion.type === 'state';
}

async function findFailureAfterMutation(
  task: Omit<MutationTask, 'otherCalls'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { hopeful } = await judgeRecording({
    ...task,
    async judge({ assertion, subject }) {
      if (isSkippedRule(assertion)) return undefined;
      signal.throwIfAborted();
      return evaluateAssertionSynchronously({ assertion, subject });
    },
  });
  return hopeful.status === 'passed' ? undefined : (hopeful.error ?? hopeful.status);
}
