import * as z from 'zod';
import { jsonEquals } from '../../assertions/json-equals.ts';
import { jsonObjectSchema, jsonSchema } from '../../contract/index.ts';
import { AgentError, type ToolMocks } from '../../ports/index.ts';
import { castToJson, toJsonText } from '../../values/index.ts';

/** A call that the mocks answered. The answer is missing if the turn ended before it. */
export const mockedCallSchema = z.object({
  id: z.string().optional(),
  name: z.string(),
  server: z.string().optional(),
  arguments: jsonObjectSchema,
  answer: jsonSchema.optional(),
});
type RecordedMockCall = z.infer<typeof mockedCallSchema>;

/** Mocks that also record the calls. `takeCalls` returns the calls that were recorded since it was called last. */
export type MockCallRecorder = { toolMocks: ToolMocks; takeCalls(): RecordedMockCall[] };

export function recordMockCalls(toolMocks: ToolMocks): MockCallRecorder {
  let calls: RecordedMockCall[] = [];
  return {
    toolMocks: {
      tools: toolMocks.tools,
      isMocked: (tool) => toolMocks.isMocked(tool),
      async answer(call, signal) {
        const recordedCall: RecordedMockCall = { ...call };
        calls.push(recordedCall);
        const answer = await toolMocks.answer(call, signal);
        recordedCall.answer = castToJson(answer);
        return answer;
      },
    },
    takeCalls() {
      const previousCalls = calls;
      calls = [];
      return previousCalls;
    },
  };
}

/**
 * Repeats the calls of a recorded answer, so that the case gets the same state as during the recording. Throws if the
 * mocks answer differently now, because nobody knows how the agent would have reacted.
 */
export async function replayMockCalls(
  { id, calls, toolMocks }: { id: string; calls: readonly RecordedMockCall[]; toolMocks: ToolMocks },
  signal: AbortSignal,
): Promise<void> {
  for (const { answer: recordedAnswer, ...call } of calls) {
    const currentAnswer = await repeatMockCall(call, { toolMocks, isOpen: recordedAnswer === undefined }, signal);
    if (
      recordedAnswer === undefined
        ? currentAnswer === undefined
        : currentAnswer !== undefined && jsonEquals(recordedAnswer, currentAnswer)
    )
      continue;
    const formatAnswerText = (answer: RecordedMockCall['answer']) =>
      answer === undefined ? 'no answer' : toJsonText(answer);
    throw new AgentError(
      `the recorded answer of agent "${id}" does not match the mocks of the case: ${call.name}(${toJsonText(call.arguments)}) ` +
        `returned ${formatAnswerText(recordedAnswer)} when it was recorded, and returns ${formatAnswerText(currentAnswer)} now; record it again`,
      'configuration',
    );
  }
}

/**
 * The recording contains no answer to this call, because the agent did not wait for it. So the replay does not wait
 * either.
 */
async function repeatMockCall(
  call: RecordedMockCall,
  { toolMocks, isOpen }: { toolMocks: ToolMocks; isOpen: boolean },
  signal: AbortSignal,
): Promise<RecordedMockCall['answer']> {
  const timeoutController = new AbortController();
  const pendingAnswer = toolMocks.answer(call, AbortSignal.any([signal, timeoutController.signal]));
  if (isOpen) timeoutController.abort();
  try {
    return castToJson(await pendingAnswer);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
