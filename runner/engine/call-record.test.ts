import { describe, expect, it } from 'vitest';
import type { AttemptEventBody, CallObservedInTraces } from '../ports/index.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { createCallRecord } from './call-record.ts';

const source = { role: 'agent', turn: 1, agentId: 'echo' } as const;
const createModelCall = (startedAt: number, durationMs: number): CallObservedInTraces => ({
  kind: 'model',
  call: { connector: 'gpt', startedAt, durationMs },
});
const createToolCall = (name: string, startedAt: number, durationMs: number, error?: string): CallObservedInTraces => ({
  kind: 'tool',
  call: { tool: name, arguments: { of: 1 }, startedAt, durationMs, error },
});

function recordCallEvents(recordCalls = true) {
  const events: AttemptEventBody[] = [];
  const clock = fakeClock();
  const calls = createCallRecord({ ports: { clock, recordCalls }, emit: (event) => events.push(event) });
  const runTool = (tool: string): void => {
    calls.startTool(1, { type: 'tool.started', id: 1, tool, arguments: {} });
    calls.finishTool({ type: 'tool.finished', id: 1, error: undefined });
  };
  return { events, clock, playTool: runTool, ...calls };
}

describe('calls that were seen from outside', () => {
  it('are told like those that the runner makes, with the time that they took', () => {
    const { events, addTracedCall, playTool } = recordCallEvents();
    playTool('lookup');
    addTracedCall(source, createModelCall(100, 5));
    addTracedCall(source, createToolCall('refund', 200, 7, 'no money'));
    expect(events.slice(2)).toEqual([
      { type: 'model.called', ...source, connector: 'gpt', startedAt: 100, durationMs: 5 },
      { type: 'tool.started', turn: 1, call: 2, tool: 'refund', arguments: { of: 1 } },
      { type: 'tool.finished', turn: 1, call: 2, tool: 'refund', startedAt: 200, durationMs: 7, error: 'no money' },
    ]);
  });

  it('are not told again when they are around one that the runner made, in the same turn', () => {
    const { events, addModelCall, addTracedCall, playTool, clock } = recordCallEvents();
    addModelCall(source, { connector: 'gpt', startedAt: 1_000, durationMs: 50 });
    const now = clock.now();
    playTool('lookup');
    const before = events.length;
    addTracedCall(source, createModelCall(990, 70));
    addTracedCall(source, createToolCall('lookup', now - 1, 2));
    expect(events).toHaveLength(before);
    addTracedCall(source, createModelCall(2_000, 70));
    addTracedCall(source, createToolCall('refund', now - 1, 2));
    addTracedCall({ ...source, turn: 2 }, createModelCall(990, 70));
    expect(events.slice(before).map(({ type }) => type)).toEqual([
      ...['model.called', 'tool.started', 'tool.finished', 'model.called'],
    ]);
  });

  it('are kept up to a number that no honest agent reaches, and the log says that there were more', () => {
    const { events, addTracedCall } = recordCallEvents();
    for (let number = 0; number < 2_100; number += 1) addTracedCall(source, createModelCall(number * 1_000, 1));
    expect(events.filter(({ type }) => type === 'model.called')).toHaveLength(2_000);
    expect(events.filter(({ type }) => type === 'log.written')).toEqual([
      expect.objectContaining({ source: 'traces', text: expect.stringContaining('more than 2,000 calls') }),
    ]);
  });

  it('become no events where calls are not recorded', () => {
    const { events, addModelCall, addTracedCall } = recordCallEvents(false);
    addModelCall(source, { connector: 'gpt', startedAt: 0, durationMs: 1 });
    addTracedCall(source, createToolCall('lookup', 0, 1));
    expect(events).toEqual([]);
  });
});
