import { describe, expect, it } from 'vitest';
import type { RecordReplayLayer } from '../models/cassette/record-replay-layer.ts';
import type { Agent } from '../ports/index.ts';
import { fakeToolMocks } from '../testing/fake-tool-mocks.ts';
import { agentRequest, neverAborted } from '../testing/model-request.ts';
import type { JsonObject } from '../values/index.ts';
import { createRecordedAgent } from './recorded-agent.ts';

/** A recorder that stores the first answer and replays it for every later call. */
function tapeOfOne(): RecordReplayLayer & { requests: JsonObject[] } {
  const requests: JsonObject[] = [];
  let saved: unknown;
  return {
    requests,
    asks: 'maybe',
    async answer({ request, schema, ask }) {
      requests.push(request);
      saved ??= JSON.parse(JSON.stringify(await ask()));
      return schema.parse(saved);
    },
    now: () => new Date(0),
  };
}

/** An agent that calls `add`, and then `slow` without waiting for its answer. */
const adding: Agent = {
  id: 'adding',
  async invoke({ mocks }, signal) {
    const abortController = new AbortController();
    void mocks?.answer({ name: 'slow', arguments: {} }, abortController.signal).catch(() => undefined);
    await mocks?.answer({ name: 'add', arguments: { by: 2 } }, signal);
    abortController.abort();
    return { content: 'added', toolCalls: [] };
  },
};

function counter(step = 1) {
  let count = 0;
  const mocks = fakeToolMocks({
    add({ by }) {
      count += Number(by) * step;
      return { type: 'result', result: { count } };
    },
    slow: () => undefined,
  });
  return { mocks, count: () => count };
}

describe('the recorded answer of an agent whose tools are mocked', () => {
  it('changes the state of the case as the agent did', async () => {
    const tape = tapeOfOne();
    const agent = await createRecordedAgent({ id: 'adding', tape, parts: {} }, () => adding);
    const first = counter();
    const recorded = await agent.invoke(agentRequest('x', { mocks: first.mocks }), neverAborted());
    const second = counter();
    expect(await agent.invoke(agentRequest('x', { mocks: second.mocks }), neverAborted())).toEqual(recorded);
    expect([first.count(), second.count()]).toEqual([2, 2]);
    expect(second.mocks.asked.map(({ name }) => name)).toEqual(['slow', 'add']);
    expect(tape.requests[0]).toMatchObject({ mocks: ['add', 'slow'] });
  });

  it('is refused when the mocks say something else by now', async () => {
    const agent = await createRecordedAgent({ id: 'adding', tape: tapeOfOne(), parts: {} }, () => adding);
    await agent.invoke(agentRequest('x', { mocks: counter().mocks }), neverAborted());
    await expect(agent.invoke(agentRequest('x', { mocks: counter(3).mocks }), neverAborted())).rejects.toThrow(
      'the recorded answer of agent "adding" does not match the mocks of the case: add({"by":2}) returned ' +
        '{"type":"result","result":{"count":2}} when it was recorded, and returns {"type":"result","result":{"count":6}} now; ' +
        'record it again',
    );
  });
});
