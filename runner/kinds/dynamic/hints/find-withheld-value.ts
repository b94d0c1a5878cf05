import { hasArguments, isToolNamed } from '../../../assertions/match-tool.ts';
import type { Assertion, Fault, ToolCall } from '../../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import {
  type ConversationFacts,
  collectToolText,
  createSimulatorHint,
  type HintRule,
  quoteText,
} from './conversation-facts.ts';
import { mentionsValue } from './mentions-value.ts';

/** A call that an unreached checkpoint or an unfulfilled assertion requires. */
type DemandedCall = { tools: readonly string[]; arguments: JsonObject };

/**
 * Finds a value that a required call needs but that the user never gave, although the agent asked for it or had no
 * other way to know it.
 */
export const findWithheldValue: HintRule = (facts) => {
  if (!facts.isFailing) return [];
  for (const call of listDemandedCalls(facts)) {
    for (const [name, value] of collectLeaves(call.arguments)) {
      const hint = createWithheldValueHint({ tool: call.tools[0] ?? '', name, value }, facts);
      if (hint !== undefined) return [hint];
    }
  }
  return [];
};

/**
 * Returns the required calls that were due in this conversation. Leaves out checkpoints whose prerequisites are not
 * reached, because the user might have given the value later.
 */
function listDemandedCalls({ testCase, checkpoints, turns }: ConversationFacts): DemandedCall[] {
  const reachedIds = new Set(checkpoints.flatMap(({ id, reached: isReached }) => (isReached ? [id] : [])));
  const due = new Set(
    checkpoints.flatMap(({ id, required, reached: isReached, invariant, after }) =>
      required && !isReached && invariant === undefined && after.every((each) => reachedIds.has(each)) ? [id] : [],
    ),
  );
  const calls = turns.flatMap(({ response }) => response?.toolCalls ?? []);
  return [
    ...testCase.checkpoints
      .filter(({ id }) => due.has(id))
      .flatMap(({ assert }) => assert.flatMap(listCallsOfAssertion)),
    ...(testCase.assertions ?? [])
      .flatMap(listCallsOfAssertion)
      .filter((demanded) => !calls.some((call) => matchesDemandedCall(call, demanded))),
  ];
}

function listCallsOfAssertion(assertion: Assertion): DemandedCall[] {
  if (assertion.negate === true) return [];
  if (assertion.type === 'tools' && assertion.match !== 'only') {
    return assertion.calls.flatMap(({ name, arguments: args }) =>
      args === undefined ? [] : [{ tools: [name], arguments: args }],
    );
  }
  if (assertion.type !== 'tool_called' || assertion.times === 0) return [];
  const { value, name, arguments: args } = assertion;
  if (name !== undefined && args !== undefined) return [{ tools: [name], arguments: args }];
  if (typeof value !== 'object' || Array.isArray(value) || value.arguments === undefined) return [];
  return [{ tools: [value.name], arguments: value.arguments }];
}

function matchesDemandedCall(call: ToolCall, { tools, arguments: args }: DemandedCall): boolean {
  return tools.some((name) => isToolNamed(call, name)) && hasArguments(call, args, {});
}

type NamedLeafValue = [name: string, value: string | number];

function collectLeaves(value: Json, name = ''): NamedLeafValue[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item) => collectLeaves(item, name));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => collectLeaves(item ?? null, key));
}

type NeededArgument = { tool: string; name: string; value: string | number };

function createWithheldValueHint({ tool, name, value }: NeededArgument, facts: ConversationFacts): Fault | undefined {
  const { simulatorKnowledge, agentKnowledge, turns, messages } = facts;
  if (!mentionsValue(simulatorKnowledge, value) || mentionsValue(agentKnowledge, value)) return undefined;
  const askingTurn = turns.find(({ response }) => asksForArgument(response?.content ?? '', name));
  const couldKnow = turns.some((turn) => mentionsValue(collectToolText(turn), value));
  if (askingTurn === undefined && couldKnow) return undefined;
  const answer = messages.find(({ turn }) => askingTurn !== undefined && turn > askingTurn.turn);
  const reason =
    askingTurn === undefined ? 'the agent could not know it' : `the agent asked in turn ${askingTurn.turn}`;
  return createSimulatorHint({
    kind: 'withheld',
    ...(answer === undefined ? {} : { turn: answer.turn }),
    rule: 'never gives a value that a required call needs',
    evidence: `${tool} needs ${name} ${quoteText(String(value))}, which appears only in the goal; ${reason}`,
  });
}

const sentencePattern = /[^.!?\n]+[.!?\n]?/g;
const requestPattern = /\b(?:provide|share|tell me|give me|enter|specify|confirm|need your|let me know)\b/i;
const STEM_LENGTH = 4;

/** True if a question or request contains a word from the argument's name. */
function asksForArgument(text: string, name: string): boolean {
  const words =
    name
      .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [];
  const stems = words.map((word) => word.slice(0, STEM_LENGTH));
  const requests = (text.match(sentencePattern) ?? []).filter(
    (each) => each.endsWith('?') || requestPattern.test(each),
  );
  return requests.some((each) => stems.some((stem) => each.toLowerCase().includes(stem)));
}
