import * as z from 'zod';
import { type AgentParts, interruptSchema, jsonSchema, toolCallSchema } from '../contract/index.ts';
import { storedUsageSchema } from '../models/cassette/record-connectors.ts';
import { createLazyConnection, type RecordReplayLayer } from '../models/cassette/record-replay-layer.ts';
import type { Agent, ToolMocks } from '../ports/index.ts';
import { castToJson } from '../values/index.ts';
import { type MockCallRecorder, mockedCallSchema, recordMockCalls, replayMockCalls } from './tools/replay-calls.ts';

const answerSchema = z.object({
  content: z.string(),
  toolCalls: z.array(toolCallSchema.transform(({ durationMs, ...call }) => call)),
  next: jsonSchema.optional(),
  ended: z.boolean().optional(),
  interrupts: z.array(interruptSchema).optional(),
  state: jsonSchema.optional(),
  usage: storedUsageSchema.optional(),
  /** The calls that the mocks of the case answered. */
  mockedCalls: z.array(mockedCallSchema).optional(),
});

/** Creates an agent whose whole answers are recorded and replayed, including tool calls and their results. */
export async function createRecordedAgent(
  { id, tape, parts }: { id: string; tape: RecordReplayLayer; parts: AgentParts },
  open: () => Agent | Promise<Agent>,
): Promise<Agent> {
  const realAgent = createLazyConnection(tape, async () => open());
  if (tape.asks === 'always') await realAgent();
  /** The recorder of mock calls for each attempt; all turns of the attempt share it. */
  const mockRecorders = new WeakMap<ToolMocks, MockCallRecorder>();
  return {
    id,
    async invoke(request, signal) {
      const { messages, options, context, mocks } = request;
      const { userId, teamId, locale, authorized } = context.environment;
      let isRealAgentCalled = false;
      const { mockedCalls = [], ...answer } = await tape.answer({
        context,
        request: {
          agent: id,
          messages: castToJson(messages),
          options: castToJson(options),
          user: castToJson({ id: userId, team: teamId, locale, authorized }),
          ...(mocks === undefined ? {} : { mocks: [...mocks.tools] }),
        },
        agent: parts,
        schema: answerSchema,
        async ask() {
          isRealAgentCalled = true;
          if (mocks === undefined) return (await realAgent()).invoke(request, signal);
          const mockRecorder = mockRecorders.get(mocks) ?? recordMockCalls(mocks);
          mockRecorders.set(mocks, mockRecorder);
          const response = await (await realAgent()).invoke({ ...request, mocks: mockRecorder.toolMocks }, signal);
          return { ...response, mockedCalls: mockRecorder.takeCalls() };
        },
      });
      if (!isRealAgentCalled && mocks !== undefined)
        await replayMockCalls({ id, calls: mockedCalls, toolMocks: mocks }, signal);
      return answer;
    },
  };
}
