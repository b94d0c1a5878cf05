import type { ToolCall, Usage } from '../../../../contract/index.ts';
import { type Json, tryParseJson } from '../../../../values/index.ts';
import type { ImportedConversation, ImportedTurn } from '../conversation.ts';
import { USER_TOOL_SERVER } from './rules.ts';
import type { Message, Simulation } from './schema.ts';

/** The end reasons after which τ²-bench evaluates a conversation. After others, there is no reward. */
const judgedEndReasons = ['user_stop', 'agent_stop'];

/**
 * Matches the message by which the simulated user ends a conversation. It contains only a marker, and the agent does
 * not answer it.
 */
const stopMarkerPattern = /^\s*###[A-Z-]+###\s*$/;

export function toTaskCaseId(task: string): string {
  return `task-${task}`;
}

/**
 * Yields the recorded simulations as conversations. Simulations of the same task are attempts of one case, in the order
 * of their trials.
 */
export function* toConversations(simulations: readonly Simulation[]): Generator<ImportedConversation> {
  for (const [task, trials] of Map.groupBy(simulations, ({ task_id }) => task_id)) {
    const orderedTrials = trials.toSorted((left, right) => (left.trial ?? 0) - (right.trial ?? 0));
    for (const [index, simulation] of orderedTrials.entries()) {
      const turns = groupTurns(simulation);
      yield { id: toTaskCaseId(task), attempt: index + 1, turns, verdict: toRewardVerdict(simulation) };
    }
  }
}

/** The reward is the product of several parts, so it is less than 1 if any of them failed. */
function toRewardVerdict({ reward_info: info }: Simulation): ImportedConversation['verdict'] {
  if (info === null || info === undefined) return undefined;
  return { passed: info.reward > 1 - 1e-6, from: `reward ${info.reward}` };
}

type UnfinishedTurn = ImportedTurn & { answer: { texts: string[]; calls: ToolCall[] } };

function groupTurns({ messages, termination_reason: reason, duration }: Simulation): ImportedTurn[] {
  const turns: UnfinishedTurn[] = [];
  const pending = new Map<string, ToolCall>();
  const findOrAddLastTurn = (): UnfinishedTurn => turns.at(-1) ?? addTurn(turns, undefined);
  let userCalls: ToolCall[] = [];
  for (const message of messages.flatMap(listMessages)) {
    const { role, content, usage } = message;
    if (role === 'user') {
      userCalls.push(...registerPendingToolCalls(message, pending, USER_TOOL_SERVER));
      // The simulated user uses its phone before it sends a message, so the phone's tool calls belong to the next turn.
      if (hasOnlyToolCalls(message) || stopMarkerPattern.test(content ?? '')) continue;
      addTurn(turns, content ?? '').answer.calls.push(...userCalls);
      userCalls = [];
    } else if (role === 'assistant') {
      const turn = findOrAddLastTurn();
      if (content) turn.answer.texts.push(content);
      turn.answer.calls.push(...registerPendingToolCalls(message, pending, undefined));
      turn.usage = sumUsage(turn.usage, usage);
    } else if (role === 'tool') setToolCallResult(pending.get(message.id ?? ''), message);
  }
  findOrAddLastTurn().answer.calls.push(...userCalls);
  return finishTurns(turns, { reason, duration });
}

function addTurn(turns: UnfinishedTurn[], input: string | undefined): UnfinishedTurn {
  const turn: UnfinishedTurn = { answer: { texts: [], calls: [] }, ...(input === undefined ? {} : { input }) };
  turns.push(turn);
  return turn;
}

function hasOnlyToolCalls({ content, tool_calls: calls }: Message): boolean {
  return (content ?? '') === '' && (calls ?? []).length > 0;
}

function listMessages(message: Message): Message[] {
  return message.tool_messages ?? [message];
}

function registerPendingToolCalls(
  { tool_calls: calls }: Message,
  pending: Map<string, ToolCall>,
  server: string | undefined,
) {
  return (calls ?? []).map(({ id, name, arguments: rawArguments }): ToolCall => {
    const callArguments =
      typeof rawArguments === 'string' ? (tryParseJson(rawArguments) ?? rawArguments) : rawArguments;
    const call: ToolCall = { tool: name, arguments: callArguments, ...(server === undefined ? {} : { server }) };
    if (typeof id === 'string') pending.set(id, call);
    return call;
  });
}

function setToolCallResult(call: ToolCall | undefined, { content, error }: Message): void {
  if (call === undefined) return;
  const result: Json = tryParseJson(content ?? '') ?? content ?? null;
  if (error === true) call.error = content ?? 'the tool failed';
  else call.result = result;
}

function sumUsage(sum: Usage | undefined, used: Message['usage']): Usage | undefined {
  if (used === null || used === undefined) return sum;
  const { inputTokens, outputTokens } = sum ?? { inputTokens: 0, outputTokens: 0 };
  return {
    inputTokens: inputTokens + used.prompt_tokens,
    outputTokens: outputTokens + used.completion_tokens,
    calls: (sum?.calls ?? 0) + 1,
    retries: 0,
  };
}

type ConversationEnd = { reason: string | null | undefined; duration: number | null | undefined };

function finishTurns(turns: readonly UnfinishedTurn[], { reason, duration }: ConversationEnd): ImportedTurn[] {
  const durationMs = ((duration ?? 0) * 1000) / turns.length;
  return turns.map(({ answer, ...turn }, index): ImportedTurn => {
    const isLast = index === turns.length - 1;
    const isBroken = isLast && typeof reason === 'string' && !judgedEndReasons.includes(reason);
    return {
      ...turn,
      response: { content: answer.texts.join('\n\n'), toolCalls: answer.calls },
      durationMs,
      ...(isBroken ? { error: `the simulation ended early: ${reason}` } : {}),
    };
  });
}
