import { jsonEquals } from '../assertions/json-equals.ts';
import { formatToolName, parseArgumentsIfText } from '../assertions/match-tool.ts';
import { formatJsonForMessage } from '../assertions/to-plain-text.ts';
import type { ToolCall } from '../contract/index.ts';
import type { MockAnswer } from '../ports/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import type { NumberedCall } from './answer-from-mock.ts';
import { passesThrough } from './mock-entries.ts';

/** The calls of a turn, and the random seed of their attempt. */
export type RecordedCalls = { calls: readonly ToolCall[]; seed: string };

type ReplayedMocks = {
  pass: readonly string[];
  /** Counts a call, and returns its number among the calls of the attempt. */
  nextNumber(): number;
  reply(call: NumberedCall, signal: AbortSignal): Promise<MockAnswer>;
};

/**
 * Makes recorded calls again, one after the other. If an answer differs from the recorded one, returns how the first
 * such answer differs.
 */
export async function replayCalls(
  { calls, seed }: RecordedCalls,
  { pass, nextNumber, reply }: ReplayedMocks,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const recordedCall of calls) {
    if (recordedCall.mocked !== true && !passesThrough(pass, recordedCall)) continue;
    const number = nextNumber();
    if (recordedCall.mocked !== true) continue;
    const { id, tool: name, server, arguments: args } = recordedCall;
    const parsed = parseArgumentsIfText(args);
    const call = { id, name, server, arguments: isJsonObject(parsed) ? parsed : {} };
    const answer = await reply({ ...call, number, seed, isReplayed: true }, signal);
    const difference = describeAnswerDifference(recordedCall, answer);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function describeAnswerDifference(recordedCall: ToolCall, answer: MockAnswer): string | undefined {
  const { result = null, error } = recordedCall;
  const isSame =
    answer.type === 'result'
      ? error === undefined && jsonEquals(answer.result, result)
      : answer.type === 'error' && answer.error === error;
  if (isSame) return undefined;
  const before = error ?? result;
  const now = getAnswerValue(answer);
  return `the mock of ${JSON.stringify(formatToolName(recordedCall))} answered ${formatJsonForMessage(before)}, and now answers ${formatJsonForMessage(now)}`;
}

function getAnswerValue(answer: MockAnswer): Json {
  switch (answer.type) {
    case 'result':
      return answer.result;
    case 'error':
      return answer.error;
    case 'pass':
      return null;
    default:
      return answer satisfies never;
  }
}
