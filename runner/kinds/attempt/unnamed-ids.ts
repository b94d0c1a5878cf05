import { formatToolName, isToolNamed, mayChangeState } from '../../assertions/match-tool.ts';
import type { Assertion, PlannedCase, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json, listTextsInValue } from '../../values/index.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

/** The data that the agent got in an attempt, and its tool calls. */
export type CallsOfAttempt = {
  /** All texts that the agent is given: the case, the user, its options and metadata. */
  planned: PlannedCase;
  rules: readonly Assertion[];
  /** The user's messages. */
  inputs: readonly Json[];
  toolCalls: readonly ToolCall[];
};

type CaseToSearch = CallsOfAttempt & { testCase: StandardOrDynamicCase };

/** Matches ids such as `A17` and `ORD-1001`. Plain numbers are ignored, because an agent may have computed them. */
const idPattern = /(?<![\p{L}\p{N}_-])\p{L}{1,5}[-_#]?\d{2,}(?![\p{L}\p{N}_-])/gu;

/**
 * Finds calls with an invented id: the agent was never given it, although the user named an id of the same form that no
 * call contains. Only reports calls whose arguments no rule reads and which a mock answers in the same way for every
 * id, so that the case passes with any id. Limited to look-ups of what the user named, and to ids in facts of the
 * built-in user, because other calls may create ids.
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
        ? `${words}, but its mock answers both calls alike; add "when" to the mock, or "arguments" to a rule`
        : `${words}, but no rule reads it; add "arguments" to a rule`,
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
 * True if the word before an id in a text occurs in the name of the tool or of an argument: "order A17" and
 * `get_order`. Other tools, such as `get_stock`, may get an id of the same form that means something else.
 */
function isCallAboutId({ tool, arguments: args }: ToolCall, { text, id }: { text: string; id: string }): boolean {
  const before = text.slice(0, text.indexOf(id)).toLowerCase();
  const [, word = ''] = /(?<!\p{L})(\p{L}{3,})(?:\s+(?:number|nr|no|id)\.?)?[\s:#]*$/u.exec(before.slice(-60)) ?? [];
  const names = isJsonObject(args) ? [tool, ...Object.keys(args)] : [tool];
  return text.includes(id) && word !== '' && names.some((name) => name.toLowerCase().includes(word.replace(/s$/, '')));
}

/** Returns the first id that has the same form as one of the candidates, together with the last such candidate. */
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

/**
 * Returns the form of an id: its letters and digits become placeholders, so that `A17` and `B99` have the same form.
 */
function toIdShape(id: string): string {
  return id
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a')
    .replaceAll(/\d/g, '9');
}
