import type { CheckpointResult, ToolCall, Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { type Json, toCanonicalJson } from '../../values/index.ts';
import { alignTurns, getTurnAnswer } from './align-turns.ts';

/** A pair of matching calls, one of each conversation. If only one conversation made the call, the other is missing. */
export type ToolCallPair = {
  tool: string;
  change: TurnChange;
  /** The parts in which the two calls differ. */
  differs: ('arguments' | 'result')[];
  before?: ToolCall | undefined;
  after?: ToolCall | undefined;
};

export type TurnChange = 'same' | 'changed' | 'added' | 'removed';

export type ComparedTurn = {
  change: TurnChange;
  before?: Turn;
  after?: Turn;
  inputChanged: boolean;
  outputChanged: boolean;
  tools: ToolCallPair[];
};

/**
 * A checkpoint that the conversations reached in different turns, or that only one of them reached. Turns count from 1.
 */
export type CheckpointShift = { id: string; before?: number; after?: number };

export type ConversationComparison = {
  turns: ComparedTurn[];
  /** The position in `turns` of the first turn that differs; absent if the conversations do not differ. */
  firstDifference?: number;
  checkpoints: CheckpointShift[];
};

export type ComparableConversation = { turns: readonly Turn[]; checkpoints: readonly CheckpointResult[] };

/** Returns the differences between two conversations about the same case, turn by turn. */
export function compareConversations(
  before: ComparableConversation,
  after: ComparableConversation,
): ConversationComparison {
  const turns = alignTurns(before.turns, after.turns).map((pair) =>
    comparePairedTurns(
      pair.before === undefined ? undefined : before.turns[pair.before],
      pair.after === undefined ? undefined : after.turns[pair.after],
    ),
  );
  const first = turns.findIndex(({ change }) => change !== 'same');
  return {
    turns,
    ...(first === -1 ? {} : { firstDifference: first }),
    checkpoints: findShiftedCheckpoints({ before, after, turns }),
  };
}

function comparePairedTurns(before: Turn | undefined, after: Turn | undefined): ComparedTurn {
  const tools = pairToolCallsInOrder(before?.response?.toolCalls ?? [], after?.response?.toolCalls ?? []);
  if (before === undefined || after === undefined) {
    const change = before === undefined ? 'added' : 'removed';
    return { change, before, after, inputChanged: true, outputChanged: true, tools };
  }
  const inputChanged = formatContentText(before.input) !== formatContentText(after.input);
  const outputChanged = getTurnAnswer(before) !== getTurnAnswer(after);
  const isOtherwise = tools.some((pair) => pair.change !== 'same');
  const change = inputChanged || outputChanged || isOtherwise ? 'changed' : 'same';
  return { change, before, after, inputChanged, outputChanged, tools };
}

/** Pairs the calls of each tool in order: the first with the first, and so on. */
function pairToolCallsInOrder(before: readonly ToolCall[], after: readonly ToolCall[]): ToolCallPair[] {
  const names = [...new Set([...before, ...after].map(({ tool }) => tool))];
  return names.flatMap((tool) => {
    const left = before.filter((call) => call.tool === tool);
    const right = after.filter((call) => call.tool === tool);
    const count = Math.max(left.length, right.length);
    return Array.from({ length: count }, (_, position) => comparePairedCalls(tool, left[position], right[position]));
  });
}

function comparePairedCalls(tool: string, before: ToolCall | undefined, after: ToolCall | undefined): ToolCallPair {
  if (before === undefined) return { tool, change: 'added', differs: [], after };
  if (after === undefined) return { tool, change: 'removed', differs: [], before };
  const differs: ToolCallPair['differs'] = [];
  if (!isSameJson(before.arguments ?? null, after.arguments ?? null)) differs.push('arguments');
  if (!isSameJson(getCallResultOrError(before), getCallResultOrError(after))) differs.push('result');
  return { tool, change: differs.length > 0 ? 'changed' : 'same', differs, before, after };
}

function isSameJson(one: Json, other: Json): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}

/** The result of a call, or its error. */
export function getCallResultOrError({ result, error }: ToolCall): Json {
  return error === undefined ? (result ?? null) : { error };
}

type AlignedConversations = {
  before: ComparableConversation;
  after: ComparableConversation;
  turns: readonly ComparedTurn[];
};

/**
 * Returns checkpoints that the conversations reached in turns that do not match. If the turns match, the checkpoint is
 * not included, even if the turn numbers differ.
 */
function findShiftedCheckpoints({ before, after, turns }: AlignedConversations): CheckpointShift[] {
  const partner = new Map(turns.map((turn) => [turn.before?.turn, turn.after?.turn]));
  const later = new Map(after.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint.reachedAtTurn]));
  const earlier = new Map(before.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint.reachedAtTurn]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((id) => {
    const was = earlier.get(id);
    const laterResult = later.get(id);
    if (was === undefined && laterResult === undefined) return [];
    if (was !== undefined && laterResult !== undefined && partner.get(was) === laterResult) return [];
    return [{ id, before: was, after: laterResult }];
  });
}
