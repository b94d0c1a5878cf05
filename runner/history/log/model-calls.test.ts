import { describe, expect, it } from 'vitest';
import type { Message, RunEvent } from '../../contract/index.ts';
import type { RunDeps } from '../../engine/run-deps.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { createCallRecordingModel } from '../../models/recorded-model.ts';
import { checkpoint, dynamicCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import { getAttemptState, pruneRuns, readEvents, readModelCall, readModelCalls } from '../index.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();
const system = `You answer questions about orders. ${'Be brief and kind. '.repeat(100)}`;
const tools = [{ name: 'find_order', description: 'd'.repeat(500), parameters: { type: 'object' } }];
const key = { suiteKey: 'tests/suite.jsonl', caseId: 'D', attempt: 1 };

/** Creates different words, so that the text does not compress well. */
function words(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => ((from * 7919 + index * 104_729) % 1_000_003).toString(36)).join(
    ' ',
  );
}

function modelThat(answer: (turn: number) => string): LanguageModel {
  return createCallRecordingModel('gpt', {
    id: 'gpt',
    generate: async ({ context }) => ({
      content: answer(context.turn),
      toolCalls: [],
      usage: { inputTokens: 10, outputTokens: 5, calls: 1, retries: 0 },
      finishReason: 'stop',
    }),
  });
}

type Talk = { turns: number; ports?: Partial<RunDeps>; answer?: (turn: number) => string };

/** Creates a conversation in which one model answers as the agent and another one plays the user. */
async function talk({ turns, ports, answer = (turn) => words(turn, 40) }: Talk): Promise<RunEvent[]> {
  const model = modelThat(answer);
  const user = modelThat((turn) => JSON.stringify({ message: words(1_000 + turn, 12), goal_achieved: false }));
  const asking = (id: string, by: LanguageModel, prompts: Message[]) =>
    answeringAgent(id, async ({ messages, context }, signal) => {
      const request = { messages: [...prompts, ...messages], tools, options: { temperature: 0 }, context };
      return (await by.generate(request, signal)).content;
    });
  const agents = [asking('echo', model, [{ role: 'system', content: system }]), asking('simulator', user, [])];
  const testCase = dynamicCase({ id: 'D', maxTurns: turns, checkpoints: [checkpoint({ id: 'never said' })] });
  const { events, done } = recordRun(runPlan([testCase], { runId: 'run-1' }), agents, ports);
  await done;
  return events;
}

const modelCalls = (events: readonly RunEvent[]) => events.filter((event) => event.type === 'model.called');

describe('recorded model calls', () => {
  it('are read back as they were: who asked which model what, and what it answered', async () => {
    const events = await talk({ turns: 3 });
    const database = freshHistory();
    await writeEvents(database, events);
    expect(modelCalls([...readEvents(database, 'run-1', { afterSeq: 0 })])).toEqual(modelCalls(events));
    expect(modelCalls(events).map(({ role, turn }) => `${role} ${turn}`)).toEqual([
      ...['agent 1', 'simulator 2', 'agent 2', 'simulator 3', 'agent 3'],
    ]);
    const [, , second] = modelCalls(events);
    expect(second).toMatchObject({
      agentId: 'echo',
      connector: 'gpt',
      finishReason: 'stop',
      usage: { inputTokens: 10 },
    });
    expect(second?.request?.messages).toHaveLength(4);
    expect(second?.request).toMatchObject({ tools, options: { temperature: 0 } });
    expect(second?.answer).toEqual({ content: words(2, 40), toolCalls: [] });
  });

  it('are found one by one, and are outlines in an attempt', async () => {
    const events = await talk({ turns: 4 });
    const database = freshHistory();
    await writeEvents(database, events);
    const { calls } = getAttemptState(database, 'run-1', { ...key, bodies: 'light' });
    expect(calls).toHaveLength(7);
    expect(calls[0]).not.toHaveProperty('request');
    const last = modelCalls(events).at(-1);
    const { request, answer } = readModelCall(database, 'run-1', { ...key, seq: calls.at(-1)?.seq ?? 0 });
    expect({ request, answer }).toEqual({ request: last?.request, answer: last?.answer });
    expect(readModelCalls(database, 'run-1', key)).toHaveLength(7);
    expect(() => readModelCall(database, 'run-1', { ...key, seq: 1 })).toThrow('no such model call');
  });

  it('are read back whatever they hold: a word, or more than what is packed at once', async () => {
    const lengths = [0, 1, 30, 400, 4_000, 20_000];
    const events = await talk({ turns: lengths.length, answer: (turn) => words(turn, lengths[turn - 1] ?? 0) });
    const database = freshHistory();
    await writeEvents(database, events);
    expect(modelCalls([...readEvents(database, 'run-1', { afterSeq: 0 })])).toEqual(modelCalls(events));
  });

  it('do not keep again what the calls before have said, however long they talk', { tags: 'thorough' }, async () => {
    const measureStoredBytes = async (turns: number) => {
      const database = freshHistory();
      await writeEvents(database, await talk({ turns }));
      return Number(database.sqlite.prepare('SELECT SUM(LENGTH(bytes)) FROM model_calls').pluck().get());
    };
    const [shortRunBytes, longRunBytes] = [await measureStoredBytes(20), await measureStoredBytes(80)];
    expect(longRunBytes / shortRunBytes).toBeLessThan(5);
  });

  it('take 300 bytes a call at most where they say again what was said', { tags: 'thorough' }, async () => {
    const bytes = (database: ReturnType<typeof freshHistory>) =>
      Number(database.sqlite.prepare('SELECT SUM(payload) FROM dbstat').pluck().get());
    const measureRun = async (recordCalls: boolean) => {
      const database = freshHistory();
      const events = await talk({ turns: 40, ports: { recordCalls } });
      await writeEvents(database, events);
      return { size: bytes(database), calls: modelCalls(events).length };
    };
    const [runWithCalls, runWithoutCalls] = [await measureRun(true), await measureRun(false)];
    expect([runWithCalls.calls, runWithoutCalls.calls]).toEqual([79, 0]);
    expect((runWithCalls.size - runWithoutCalls.size) / runWithCalls.calls).toBeLessThanOrEqual(300);
  });

  it('keep instructions and tools once for all attempts, as long as a run needs them', async () => {
    const database = freshHistory();
    const events = await talk({ turns: 3 });
    await writeEvents(database, events);
    await writeEvents(
      database,
      events.map((event) => ({ ...event, runId: 'run-2' })),
    );
    const count = (table: string) => database.sqlite.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
    expect(count('blobs')).toBe(2);
    pruneRuns(database, ['run-1']);
    expect(count('blobs')).toBe(2);
    expect(modelCalls([...readEvents(database, 'run-2', { afterSeq: 0 })]).at(-1)?.request).toEqual(
      modelCalls(events).at(-1)?.request,
    );
    pruneRuns(database, ['run-2']);
    const tables = ['blobs', 'model_calls', 'events', 'event_packs'];
    expect(tables.map(count)).toEqual([0, 0, 0, 0]);
  });

  it('are masked like everything else', async () => {
    const redact = (text: string) => text.replaceAll('sk-canary', '[redacted]');
    const events = await talk({ turns: 2, ports: { redact }, answer: () => 'my key is sk-canary' });
    const database = freshHistory();
    await writeEvents(database, events);
    const text = JSON.stringify(readModelCalls(database, 'run-1', key));
    expect(text).toContain('my key is [redacted]');
    expect(text).not.toContain('sk-canary');
  });

  it('are left out where the workspace says so', async () => {
    const events = await talk({ turns: 2, ports: { recordCalls: false } });
    expect(modelCalls(events)).toEqual([]);
  });

  it('are written again when the database was busy', async () => {
    const events = await talk({ turns: 3 });
    const database = freshHistory();
    database.sqlite.exec("CREATE TRIGGER refuse BEFORE INSERT ON model_calls BEGIN SELECT RAISE(ABORT, 'busy'); END");
    const pendingWrite = writeEvents(database, events, () => database.sqlite.exec('DROP TRIGGER refuse'));
    await pendingWrite;
    expect(modelCalls([...readEvents(database, 'run-1', { afterSeq: 0 })])).toEqual(modelCalls(events));
  });
});

describe('a call that is broken off', () => {
  it('is recorded before its attempt ends', async () => {
    const slow = createCallRecordingModel('gpt', { id: 'gpt', generate: () => new Promise(() => undefined) });
    const agent = answeringAgent('echo', async ({ messages, context }, signal) => {
      return (await slow.generate({ messages, context }, signal)).content;
    });
    const { events, clock, done } = recordRun(runPlan([standardCase({ id: 'S' })]), [agent]);
    await clock.advance(600_000);
    await done;
    const types = events.map(({ type }) => type);
    expect(types.indexOf('model.called')).toBeGreaterThan(0);
    expect(types.indexOf('model.called')).toBeLessThan(types.indexOf('case.finished'));
    expect(modelCalls(events)).toMatchObject([{ error: 'broken off', request: { messages: [{ role: 'user' }] } }]);
  });
});
