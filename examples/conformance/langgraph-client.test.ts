import { Client } from '@langchain/langgraph-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { answerWithMessageCount, startLangGraphServer } from '../../runner/testing/langgraph-server.ts';
import type { ProtocolServer } from '../../runner/testing/protocol-server.ts';

const servers: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('the LangGraph server of the tests', () => {
  it('is understood by the official client', async () => {
    const server = await startLangGraphServer(answerWithMessageCount);
    servers.push(server);
    const client = new Client({ apiUrl: server.url });
    const [assistant] = await client.assistants.search();
    const { thread_id: id } = await client.threads.create();
    const events: string[] = [];
    const input = { messages: [{ type: 'human', content: 'Where?' }] };
    for await (const { event } of client.runs.stream(id, assistant?.assistant_id ?? '', {
      input,
      streamMode: ['values', 'messages-tuple', 'updates'],
    })) {
      events.push(event);
    }
    expect(events).toEqual(['metadata', 'values', 'messages', 'messages', 'updates', 'values']);
    expect(await client.runs.join(id, 'run-1')).toMatchObject({ messages: [{}, { content: 'It is 1' }] });
  });
});
