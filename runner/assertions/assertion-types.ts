import type { Assertion, AssertionType, Condition } from '../contract/index.ts';
import { agent } from './agent.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { contains } from './contains.ts';
import { equals } from './equals.ts';
import { jsonPath } from './json-path-assertion.ts';
import { limits } from './limits.ts';
import { regex } from './regex.ts';
import { script } from './script.ts';
import { toolCalled } from './tool-called.ts';
import { toolResult } from './tool-result.ts';
import { type } from './type.ts';

const rulesByType: { readonly [Type in AssertionType]: AssertionRules<Type> } = {
  equals,
  contains,
  not_contains: contains,
  regex,
  json_path: jsonPath,
  type,
  tool_called: toolCalled,
  tool_result: toolResult,
  limits,
  script,
  agent,
};

export function rulesOf(assertion: Assertion): AssertionRules {
  return rulesByType[assertion.type];
}

const LONGEST = 300;

/** Describes an assertion for lists of checkpoints. */
export function conditionOf(assertion: Assertion): Condition {
  const rules = rulesOf(assertion);
  const tools = rules.tools?.(assertion) ?? [];
  return {
    check: assertion.type,
    wanted: rules.wanted(assertion).slice(0, LONGEST),
    ...(assertion.negate === true ? { negate: true } : {}),
    ...(tools.length === 0 ? {} : { tools: [...tools] }),
  };
}
