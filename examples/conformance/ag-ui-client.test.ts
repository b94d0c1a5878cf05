import { HttpAgent } from '@ag-ui/client';
import { EventSchema, RunAgentInputSchema } from '@ag-ui/core/schemas';
import { expect, it, onTestFinished } from 'vitest';
import { agentRequest, neverAborted } from '../../runner/testing/model-request.ts';
import { createProtocolAgent, startProtocolServer } from '../../runner/testing/protocol-server.ts';

const message = (messageId: string, delta: string): object[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
  { type: 'TEXT_MESSAGE_END', messageId },
];

const events = [
  ...message('m1', 'One.'),
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'find' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"a":1}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c1' },
  { type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', content: 'x' },
  ...message('m2', 'Two.'),
];

it('an AG-UI run is read as its own client reads it', async () => {
  const server = await startProtocolServer(({ body }, response) => {
    const { threadId, runId } = RunAgentInputSchema.parse(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'RUN_STARTED', threadId, runId },
      ...events,
      { type: 'RUN_FINISHED', threadId, runId },
    ])
      response.write(`data: ${JSON.stringify(EventSchema.parse(event))}\n\n`);
    response.end();
  });
  onTestFinished(() => server.close());
  const official = new HttpAgent({
    url: server.url,
    threadId: 't',
    initialMessages: [{ id: 'u', role: 'user', content: 'go' }],
  });
  const { newMessages } = await official.runAgent();
  const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
  const answer = await agent.invoke(agentRequest('go'), neverAborted());
  const texts = newMessages.flatMap((each) => (each.role === 'assistant' ? [each.content ?? ''] : []));
  expect(answer.content).toBe(texts.filter((text) => text !== '').join('\n\n'));
  expect(answer.toolCalls.map(({ tool }) => tool)).toEqual(
    newMessages
      .flatMap((each) => (each.role === 'assistant' ? (each.toolCalls ?? []) : []))
      .map((call) => call.function.name),
  );
});
