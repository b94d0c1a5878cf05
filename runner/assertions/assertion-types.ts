import type { Assertion, AssertionType, Condition, ToolCall } from '../contract/index.ts';
import type { ReportedAnswerPartKind } from '../ports/index.ts';
import { agentRules } from './agent/agent-rules.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { contains } from './contains.ts';
import { elicited } from './elicited.ts';
import { equals } from './equals.ts';
import { jsonPath } from './json-path-assertion.ts';
import { limits } from './limits.ts';
import { isToolNamed } from './match-tool.ts';
import { regex } from './regex.ts';
import { script } from './script.ts';
import { snapshot } from './snapshot.ts';
import { state } from './state.ts';
import { allowsAllCalls, toolCalled } from './tool-called.ts';
import { toolResult } from './tool-result.ts';
import { tools } from './tools.ts';
import { type } from './type.ts';

const rulesByType: { readonly [Type in AssertionType]: AssertionRules<Type> } = {
  equals,
  contains,
  not_contains: { ...contains, readsText: false },
  regex,
  json_path: jsonPath,
  type,
  tool_called: toolCalled,
  tool_result: toolResult,
  tools,
  limits,
  state,
  elicited,
  snapshot,
  script,
  agent: agentRules,
};

export function getAssertionRules(assertion: Assertion): AssertionRules {
  return rulesByType[assertion.type];
}

/** Returns the parts of an answer besides its text that an assertion needs, such as tool calls. */
export function listCheckedAnswerParts(assertion: Assertion): readonly ReportedAnswerPartKind[] {
  return getAssertionRules(assertion).listParts?.(assertion) ?? [];
}

/** Returns true if an assertion forbids something. Then it is evaluated in every turn. */
export function isForbiddingAssertion(assertion: Assertion): boolean {
  return getAssertionRules(assertion).isForbidding(assertion) !== (assertion.negate === true);
}

/** Returns true if an assertion requires a text or a pattern in the answer. */
export function requiresText(assertion: Assertion): boolean {
  return (assertion.type === 'contains' || assertion.type === 'regex') && !isForbiddingAssertion(assertion);
}

/** Returns true if an assertion holds for any calls, because it only lists calls as allowed. */
export function allowsAnyCall(assertion: Assertion): boolean {
  return assertion.type === 'tool_called' && assertion.negate !== true && allowsAllCalls(assertion);
}

/** Returns a function that tests whether a single call satisfies an assertion; undefined if a single call cannot. */
export function createSatisfyingCallTest(assertion: Assertion): ((call: ToolCall) => boolean) | undefined {
  return assertion.negate === true ? undefined : getAssertionRules(assertion).satisfiedBy?.(assertion);
}

/** Returns true if an assertion checks a call. */
export function checksCall(assertion: Assertion, call: ToolCall): boolean {
  const rules = getAssertionRules(assertion);
  return (
    rules.judgesTool?.(assertion, call) ?? (rules.listTools?.(assertion) ?? []).some((name) => isToolNamed(call, name))
  );
}

const MAX_CONDITION_LENGTH = 300;

/** Describes an assertion for lists of checkpoints. */
export function toAssertionCondition(assertion: Assertion): Condition {
  const rules = getAssertionRules(assertion);
  const tools = rules.listTools?.(assertion) ?? [];
  return {
    check: assertion.type,
    wanted: rules.describeExpectation(assertion).slice(0, MAX_CONDITION_LENGTH),
    ...(assertion.negate === true ? { negate: true } : {}),
    ...(tools.length === 0 ? {} : { tools: [...tools] }),
  };
}
