import type { Message } from '../../contract/index.ts';
import type { ModelResponse } from '../../models/language-model.ts';
import { AgentError } from '../../ports/index.ts';
import type { JsonObject } from '../../values/index.ts';
import type { OfferedTool } from './mcp/offer-tools.ts';
import { createToolRunMessages, runTools, type ToolRun } from './mcp/run-tools.ts';
import type { YaoTurn } from './yao-turn.ts';

/**
 * The model's final answer. `allRuns` has every tool call of the turn. Without a loop, `runs` has only the calls of the
 * last round, in which no call failed; with a loop, it has all calls.
 */
export type AnswerAfterTools = { answer: ModelResponse; runs: ToolRun[]; allRuns: ToolRun[] };

export type ToolConversation = {
  messages: readonly Message[];
  offered: readonly OfferedTool[];
  /**
   * If set, the results of tool calls are given back to the model until it makes no more calls, at most `maxTurns`
   * times. If undefined, there is only one round of calls.
   */
  loop: { maxTurns: number } | undefined;
  ask(messages: Message[]): Promise<ModelResponse>;
};

const MAX_ATTEMPTS = 3;

/**
 * Calls the model and runs the tools that it calls. Calls the model again if its tool calls were wrong, and with the
 * results if `loop` is set.
 */
export async function answerWithTools(
  task: ToolConversation,
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<AnswerAfterTools> {
  const answer = await task.ask([...task.messages]);
  if (answer.toolCalls.length === 0) return { answer, runs: [], allRuns: [] };
  const round = await runFirstToolRound({ ...task, answer }, turn, signal);
  return task.loop === undefined
    ? round
    : continueToolLoop({ ...task, round, maxTurns: task.loop.maxTurns }, turn, signal);
}

/**
 * Runs the first tool calls. The model has three attempts to make correct calls. An error that the model cannot fix
 * ends the turn.
 */
async function runFirstToolRound(
  { messages, offered, answer: first, ask }: ToolConversation & { answer: ModelResponse },
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<AnswerAfterTools> {
  const allRuns: ToolRun[] = [];
  let answer = first;
  let conversation = [...messages];
  for (let attempt = 1; ; attempt += 1) {
    const runs = await runTools(answer.toolCalls, { offered, turn }, signal);
    allRuns.push(...runs);
    const failures = runs.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome]));
    if (failures.length === 0) return { answer, runs, allRuns };
    const errors = [...new Set(failures.map(({ error }) => error))].join('; ');
    if (!failures.some(({ retryable }) => retryable)) throw new AgentError(`tool calls failed: ${errors}`, 'agent');
    if (attempt === MAX_ATTEMPTS) {
      throw new AgentError(`tool calls failed after ${MAX_ATTEMPTS} attempts: ${errors}`, 'agent');
    }
    conversation = [
      ...conversation,
      ...createToolRunMessages(answer.content, runs, formatToolRunContent),
      correctionPrompt,
    ];
    answer = await ask(conversation);
    if (answer.toolCalls.length === 0) {
      throw new AgentError(`the model gave up on its tools after: ${errors}`, 'agent');
    }
  }
}

const correctionPrompt: Message = {
  role: 'system',
  content: 'Some tool calls failed. Read the errors, correct the arguments, and call the tools again.',
};

type ToolLoop = ToolConversation & { round: AnswerAfterTools; maxTurns: number };

async function continueToolLoop(
  { messages, offered, ask, round, maxTurns }: ToolLoop,
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<AnswerAfterTools> {
  const allRuns = [...round.allRuns];
  let { answer, runs } = round;
  let conversation = [...messages];
  for (let count = 0; count < maxTurns; count += 1) {
    conversation = [...conversation, ...createToolRunMessages(answer.content, runs, formatToolRunResult)];
    answer = await ask(conversation);
    if (answer.toolCalls.length === 0) return { answer, runs: allRuns, allRuns };
    runs = await runTools(answer.toolCalls, { offered, turn }, signal);
    allRuns.push(...runs);
  }
  turn.warn(`the model still called tools after ${maxTurns} turns (mcp.options.max_turn): its first answer is used`);
  return { answer: round.answer, runs: allRuns, allRuns };
}

function formatToolRunContent({ outcome }: ToolRun): string {
  return outcome.ok ? JSON.stringify(outcome.content) : outcome.error;
}

function formatToolRunResult({ outcome }: ToolRun): string {
  if (!outcome.ok) return `Error: ${outcome.error}`;
  return outcome.result === null ? '' : JSON.stringify(outcome.result);
}

/** Converts the tools to declarations for the model. */
export function createToolDeclarations(
  offered: readonly OfferedTool[],
): { name: string; description: string; parameters: JsonObject }[] {
  return offered.map(({ name, description, schema }) => {
    const { 'x-process-args': _mapping, ...parameters } = schema;
    return { name, description, parameters };
  });
}
