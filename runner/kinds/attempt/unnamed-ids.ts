import { formatToolName, isToolNamed, mayChangeState } from '../../assertions/match-tool.ts';
import type { Assertion, PlannedCase, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json, listTextsInValue } from '../../values/index.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

/** What the agent was given in an attempt, and what it called. */
export type CallsOfAttempt = {
  /** All texts that the agent is given: the case, the user, its options and metadata. */
  planned: PlannedCase;
  rules: readonly Assertion[];
  /** The user's messages. */
  inputs: readonly Json[];
  toolCalls: readonly ToolCall[];
};

type CaseToSearch = CallsOfAttempt & { testCase: StandardOrDynamicCase };

/** Matches ids such as `A17` and `ORD-1001`. Numbers without letters are left out, because agents compute numbers. */
const idPattern = /(?<![\p{L}\p{N}_-])\p{L}{1,5}[-_#]?\d{2,}(?![\p{L}\p{N}_-])/gu;

/**
 * Finds calls with an id that the agent was never given, although the user named another id of that form, which no call
 * has. No rule reads the arguments, and the mock answers every id alike, so the case passes whatever the agent calls.
 * Only two kinds of ids are examined, because other calls may create ids: those in look-ups of the thing that the user
 * named, and those of a fact of the built-in user.
 */
export function findUnnamedIds({ testCase, planned, rules, inputs, toolCalls }: CaseToSearch): string[] {
  if (toolCalls.length === 0 || rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const named = new Set(inputs.flatMap(findIds));
  const calledIds = new Set(toolCalls.flatMap(({ arguments: args = null }) => findIds(args)));
  const unused = [...named].filter((id) => !calledIds.has(id));
  if (unused.length === 0) return [];
  const facts = listFactTexts(testCase);
  const factIds = new Set(facts.flatMap(findIds));
  const texts = [...inputs.flatMap(listTextsInValue), ...facts];
  return toolCalls.flatMap((call, index) => {
    const ids = findIds(call.arguments ?? null).filter((id) => !named.has(id));
    if (ids.length === 0 || rules.some((rule) => mentionsArgumentsOfCall(rule, call))) return [];
    const isMocked = call.mocked === true;
    const isAnsweredAlike = isMocked && findMockEntries(testCase, call).some(ignoresArguments);
    const isExamined = (id: string): boolean =>
      factIds.has(id) ? isAnsweredAlike || !isMocked : isAnsweredAlike && !mayChangeState(call);
    const candidates = unused.filter((id) => isExamined(id) && texts.some((text) => isCallAboutId(call, { text, id })));
    const [id, other] = findPairWithSameShape(ids, candidates) ?? [];
    if (id === undefined || other === undefined) return [];
    const knownText = JSON.stringify([planned, inputs, toolCalls.slice(0, index)]).toLowerCase();
    if (knownText.includes(id.toLowerCase())) return [];
    const tool = formatToolName(call);
    const words = `${tool} was called with ${JSON.stringify(id)}, which the agent was never given, and not with ${JSON.stringify(other)}`;
    return [
      isMocked
        ? `${words}, but its mock answers both alike; give the mock "when", or a rule "arguments"`
        : `${words}, but no rule reads it; give a rule "arguments"`,
    ];
  });
}

/** Returns the facts of the built-in user as texts: "order number W2378156". */
function listFactTexts({ simulator }: StandardOrDynamicCase): string[] {
  if (simulator === undefined || !('facts' in simulator)) return [];
  return Object.entries(simulator.facts ?? {}).map(
    ([name, fact]) => `${name} ${typeof fact === 'object' ? fact.value : fact}`,
  );
}

/**
 * True if the word before an id is part of the call's name, such as `get_order` for "order A17". Another tool, such as
 * `get_stock` of a warehouse, may get an id of the same form that the agent knows.
 */
function isCallAboutId({ tool, arguments: args }: ToolCall, { text, id }: { text: string; id: string }): boolean {
  const before = text.slice(0, text.indexOf(id)).toLowerCase();
  const [, word = ''] = /(?<!\p{L})(\p{L}{3,})(?:\s+(?:number|nr|no|id)\.?)?[\s:#]*$/u.exec(before.slice(-60)) ?? [];
  const names = isJsonObject(args) ? [tool, ...Object.keys(args)] : [tool];
  return text.includes(id) && word !== '' && names.some((name) => name.toLowerCase().includes(word.replace(/s$/, '')));
}

/** Returns the first id and the last candidate of the same form as this id. */
function findPairWithSameShape(ids: readonly string[], candidates: readonly string[]): [string, string] | undefined {
  for (const id of ids) {
    const other = candidates.findLast((each) => toIdShape(each) === toIdShape(id));
    if (other !== undefined) return [id, other];
  }
  return undefined;
}

function findMockEntries({ mocks = {} }: StandardOrDynamicCase, call: ToolCall): MockEntries[] {
  return Object.entries(mocks).flatMap(([name, entries]) => (isToolNamed(call, name) ? [entries] : []));
}

type MockEntries = NonNullable<StandardOrDynamicCase['mocks']>[string];

/**
 * True if a mock ignores the arguments: it has one result without a condition, and no argument appears in the result.
 */
function ignoresArguments([entry, ...others]: MockEntries): boolean {
  if (entry?.result === undefined || entry.when !== undefined || others.length > 0) return false;
  return !/\{\{|\$state/.test(JSON.stringify(entry.result));
}

function mentionsArgumentsOfCall(rule: Assertion, call: ToolCall): boolean {
  const text = JSON.stringify(rule);
  return text.includes('"arguments"') && text.includes(call.tool);
}

function findIds(value: Json): string[] {
  return listTextsInValue(value).flatMap((text) => text.match(idPattern) ?? []);
}

/** Returns the form of an id. Ids of one form have the same shape: `A17` and `B99`. */
function toIdShape(id: string): string {
  return id
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a')
    .replaceAll(/\d/g, '9');
}
