import type { Condition, ResultByKind, ToolCall, Turn } from '../runner/contract/index.ts';
import { diagnoseCause } from '../runner/verdict/index.ts';
import { printMeasurement } from './measure.ts';

const TURNS = 20;
const ROUNDS = 200;
const tails = ['', 'ing', 'ed', 'er', 'able', 'less', 'ly'];
const words = 'the order is on its way and will be with you on Friday if nothing comes between'.split(' ');

/** Measures how long the diagnosis of a failed conversation of 20 turns and 40 calls takes (goal: under 2 ms). */
export function benchCauses(): void {
  const passed = conversationCase(true);
  const failed = conversationCase(false);
  const conditions: Condition[] = [{ check: 'contains', wanted: 'Total 48213.50' }];
  const suite = { suiteKey: 'bench', checkpoints: [{ id: 'total', after: [], required: true, conditions }] };
  for (let round = 0; round < ROUNDS; round += 1) diagnoseCause(failed, passed, suite);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) diagnoseCause(failed, passed, suite);
  const { user, system } = process.cpuUsage(before);
  printMeasurement(`causeOf, ${TURNS} turns and ${2 * TURNS} calls`, { cpuMs: (user + system) / 1_000 / ROUNDS });
}

/**
 * All texts, arguments and results differ; in turn 4 of the failed conversation, the user asks about a different order.
 */
function conversationCase(isPassed: boolean): ResultByKind['dynamic'] {
  const turns = Array.from({ length: TURNS }, (_, index): Turn => {
    const calls = [toolCallAt(2 * index, isPassed), toolCallAt(2 * index + 1, isPassed)];
    const content = `${randomSentence(index, isPassed)} Total ${isPassed ? '48213.50' : '17.00'}.`;
    return {
      turn: index + 1,
      origin: 'simulator',
      input: randomSentence(index + 40, isPassed),
      checkpointsReached: [],
      response: { content, toolCalls: calls },
      startedAt: 0,
      durationMs: 1,
    };
  });
  const checkpoint = { id: 'total', after: [], required: true, outOfOrderAtTurns: [] };
  const state = isPassed ? { reached: true, passed: true, reachedAtTurn: TURNS } : { reached: false, passed: false };
  return {
    id: 'a',
    kind: 'dynamic',
    attempt: 1,
    status: isPassed ? 'passed' : 'failed',
    startedAt: 0,
    durationMs: 1,
    assertions: [],
    turns,
    checkpoints: [{ ...checkpoint, ...state }],
    toolCalls: turns.flatMap(({ response }) => response?.toolCalls ?? []),
  };
}

function toolCallAt(index: number, isPassed: boolean): ToolCall {
  const id = index === 7 && !isPassed ? 'B-1' : `A-${index}`;
  return {
    tool: `tool_${index % 9}`,
    arguments: { id, day: `2026-03-${10 + (index % 20)}`, note: randomSentence(index, true) },
    result: {
      id,
      total: 48_213.5,
      lines: Array.from({ length: 20 }, (_, line) => ({ line, text: randomSentence(line, true) })),
    },
  };
}

function randomSentence(seed: number, isPassed: boolean): string {
  const step = isPassed ? 3 : 5;
  return Array.from(
    { length: 40 },
    (_, index) => `${words[(seed + index * step) % words.length]}${tails[(seed * 7 + index) % tails.length]}`,
  ).join(' ');
}
