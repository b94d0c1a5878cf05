import { formatToolName } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { StandardOrDynamicCase } from '../../contract/index.ts';
import { isJsonObject, type Json, listTextsInValue, toCanonicalJson } from '../../values/index.ts';
import { type CallsWithRules, countsCalls, isAddingCall, listSucceededCalls, namesTool } from './repeated-calls.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

type CallsOfCase = CallsWithRules & {
  testCase: Pick<StandardOrDynamicCase, 'name'>;
  /** The messages of the user. */
  inputs: readonly Json[];
};

/**
 * Finds calls of one turn that repeat a change with the same arguments except for an id of the call itself, such as a
 * request id, if a rule names the tool and no rule counts its calls.
 */
export function findCallsWithNewIds({ testCase: { name = '' }, rules, inputs, toolCalls }: CallsOfCase): string[] {
  if (toolCalls.length < 2 || rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const changes = listSucceededCalls(toolCalls).filter(isAddingCall);
  const groups = Map.groupBy(changes, (call) =>
    JSON.stringify([formatToolName(call), call.turn ?? 1, toCanonicalJson(withoutCallIds(call))]),
  );
  return [...groups.values()].flatMap((calls) => {
    const [call, ...others] = calls;
    if (call === undefined || others.length === 0) return [];
    const naming = rules.filter((rule) => namesTool(rule, call));
    if (naming.length === 0 || naming.length >= calls.length || naming.some((rule) => countsCalls(rule, call)))
      return [];
    const key = listCallIdKeys(call).find((each) => new Set(calls.map((other) => getArgument(other, each))).size > 1);
    if (key === undefined || naming.some((rule) => JSON.stringify(rule).includes(`"${key}":`))) return [];
    const texts = [name, ...inputs.flatMap(listTextsInValue)];
    const ids = calls.map((other) => String(getArgument(other, key)));
    if (texts.some((text) => severalTimes.test(text) || text.includes(` ${calls.length} `))) return [];
    if (ids.some((id) => texts.some((text) => text.includes(id)))) return [];
    return [
      `${formatToolName(call)} was called ${calls.length} times with arguments that differ only in ${JSON.stringify(key)}, and no rule counts its calls; add "times": 1`,
    ];
  });
}

/** Words for a change that the user wants more than once. */
const severalTimes =
  /\b(?:again|another|both|each|every|twice|thrice|times|two|three|four|five|six|several|all|second|split|instal?lments?|separate(?:ly)?)\b/i;

/** Matches the names of arguments that identify a call or tell its time. Other ids name what is changed. */
const callIdName =
  /^(?:(?:request|idempotency|trace|correlation|call|message|attempt|client|operation)(?:id|key|token|uuid)?|nonce|uuid|guid|timestamp|ts|(?:requested|created|sent|called)at)$/;

function listCallIdKeys({ arguments: args }: ToolCallWithTurn): string[] {
  if (!isJsonObject(args)) return [];
  return Object.entries(args).flatMap(([key, value]) =>
    callIdName.test(key.replaceAll(/[_-]/g, '').toLowerCase()) && isIdOrTime(value) ? [key] : [],
  );
}

/** A text with blanks and without digits is the content of a request or message. */
function isIdOrTime(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^(?=\D*\d)\S+$/.test(value));
}

function withoutCallIds(call: ToolCallWithTurn): Json {
  const { arguments: args = null } = call;
  if (!isJsonObject(args)) return args;
  const keys = listCallIdKeys(call);
  return Object.fromEntries(Object.entries(args).filter(([key]) => !keys.includes(key)));
}

function getArgument({ arguments: args }: ToolCallWithTurn, key: string): Json | undefined {
  return isJsonObject(args) ? args[key] : undefined;
}
