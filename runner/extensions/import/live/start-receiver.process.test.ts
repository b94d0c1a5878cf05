import { existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../history/db/index.ts';
import { listRuns, readRecordedAnswers, searchHistory } from '../../../history/index.ts';
import type { RunningReceiver } from '../../../run/serve/receiver.ts';
import { findOtherAnsweringAddresses } from '../../../testing/foreign-addresses.ts';
import { createSpan, encodeSpansAsJson, encodeSpansAsProtobuf } from '../../../testing/otlp.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../../testing/scripted-workspace.ts';
import type { JsonObject } from '../../../values/index.ts';
import { startReceiver } from './start-receiver.ts';

const json = { 'content-type': 'application/json' };
const secret = 'sk-live-0123456789abcdef';

let workspace: ScriptedWorkspace;
let receiver: RunningReceiver;
let printed: string;

beforeEach(async () => {
  workspace = createScriptedWorkspace();
  printed = '';
  receiver = await open(0);
});
afterEach(async () => {
  await receiver.close();
  workspace.remove();
});

const database = () => path.join(workspace.root, '.runner/history.db');

function open(port: number): Promise<RunningReceiver> {
  const stream = { write: (text: string) => (printed += text), once: () => undefined };
  const terminal = { stdout: stream, stderr: stream, cwd: workspace.root, variables: { DESK_API_KEY: secret } };
  return startReceiver({ port, root: workspace.root, database: database() }, terminal);
}

function chat(question: string, answer: string, more: JsonObject = {}): JsonObject {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.agent.name': 'refund desk',
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: question }]),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: answer }]),
    ...more,
  };
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array; at?: string };

/** Sends these headers unchanged; `fetch` would change or drop them. */
function send({ method = 'POST', headers = {}, body = '', at = '/v1/traces' }: Sent) {
  const { hostname, port } = new URL(receiver.address);
  return new Promise<{ status: number | undefined; text: string; headers: http.IncomingHttpHeaders }>(
    (resolve, reject) => {
      const request = http.request(
        { hostname, port, path: at, method, headers: { ...json, ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
        },
      );
      request.on('error', reject);
      request.end(body);
    },
  );
}

function storedRuns() {
  const history = openDatabase(database());
  try {
    return listRuns(history, { limit: 9 });
  } finally {
    history.close();
  }
}

describe('the receiver of traces', () => {
  it('stores conversations of JSON and Protocol Buffers, packed or not, as a run of their agent', async () => {
    const ofTalk = { 'gen_ai.conversation.id': 'talk' };
    const one = [createSpan(1, chat('Where is order 7?', 'On its way.', ofTalk), { traceId: '1'.repeat(32) })];
    const two = [createSpan(2, chat('And order 8?', 'Lost.', ofTalk), { traceId: '2'.repeat(32) })];
    const three = [createSpan(3, chat('Hello', 'Hi'), { traceId: '3'.repeat(32) })];
    expect(await send({ body: encodeSpansAsJson(one) })).toMatchObject({ status: 200, text: '{}' });
    const protobuf = { 'content-type': 'application/x-protobuf' };
    expect(await send({ headers: protobuf, body: encodeSpansAsProtobuf(two) })).toMatchObject({
      status: 200,
      text: '',
    });
    const packed = gzipSync(encodeSpansAsJson(three));
    expect(await send({ headers: { 'content-encoding': 'gzip' }, body: packed })).toMatchObject({ status: 200 });
    expect(existsSync(database())).toBe(false);
    await receiver.close();
    expect(storedRuns()).toMatchObject([{ counts: { skipped: 2 } }]);
    const history = openDatabase(database());
    const { answers } = readRecordedAnswers(history, { suiteKey: 'otlp/refund-desk', caseId: 'talk' });
    const found = searchHistory(history, { text: 'order 8' });
    history.close();
    expect(found.hits).toMatchObject([{ caseId: 'talk' }]);
    expect(answers[0]?.turns.map(({ input, response }) => [input, response?.content])).toEqual([
      ['Where is order 7?', 'On its way.'],
      ['And order 8?', 'Lost.'],
    ]);
    expect(printed).toContain('received 2 conversations from traces; show with turntree show ');
  });

  it('stores a conversation by itself when it is quiet', async () => {
    await send({ body: encodeSpansAsJson([createSpan(1, chat('Hello', 'Hi'))]) });
    await expect.poll(() => existsSync(database()) && storedRuns().length, { timeout: 60_000 }).toBe(1);
  });

  it('masks secrets before it stores anything', async () => {
    await send({
      body: encodeSpansAsJson([createSpan(1, chat(`My key is ${secret}`, 'Noted', { 'session.id': `s-${secret}` }))]),
    });
    await receiver.close();
    const history = openDatabase(database());
    const rows = ['runs', 'attempts', 'events', 'event_packs', 'blobs', 'model_calls'].map((table) =>
      JSON.stringify(history.sqlite.prepare(`SELECT * FROM ${table}`).all()),
    );
    history.close();
    expect(storedRuns()).toHaveLength(1);
    expect(rows.join('') + printed).not.toContain(secret);
  });

  it('says why it does not store a conversation', async () => {
    await send({ body: encodeSpansAsJson([createSpan(1, { 'gen_ai.operation.name': 'chat' })]) });
    await receiver.close();
    expect(printed).toMatch(/warning: traces: not stored: trace a{32}: /);
    expect(existsSync(database())).toBe(false);
  });
});

describe('a request that is refused', () => {
  it('listens on 127.0.0.1 only', async () => {
    expect(await findOtherAnsweringAddresses(Number(new URL(receiver.address).port))).toEqual([]);
  });

  it('answers no page of a browser, not even its own, and nobody who names another host', async () => {
    const { origin } = new URL(receiver.address);
    for (const headers of [{ origin }, { origin: 'null' }, { origin: 'http://evil.example' }]) {
      expect(await send({ headers, body: '{}' })).toMatchObject({
        status: 403,
        text: expect.stringContaining('browser'),
      });
    }
    const text = expect.stringContaining('must be addressed to 127.0.0.1');
    expect(await send({ headers: { host: 'evil.example:4318' } })).toMatchObject({ status: 403, text });
  });

  it.each<[string, Sent, number, string]>([
    ['with another method', { method: 'GET' }, 405, 'POST'],
    ['for something else than traces', { at: '/v1/logs' }, 404, '/v1/traces'],
    ['with another type', { headers: { 'content-type': 'text/plain' } }, 415, 'application/json'],
    ['without JSON', { body: 'no' }, 400, 'JSON'],
    ['with a broken packing', { headers: { 'content-encoding': 'gzip' }, body: 'no' }, 400, 'encoding'],
    ['that is too large', { body: 'x'.repeat(16 * 1024 * 1024 + 1) }, 413, 'more than'],
  ])('%s gets words and stores nothing', async (_what, sent, status, text) => {
    const response = await send(sent).catch((error: NodeJS.ErrnoException) => error.code);
    // The receiver does not read the whole body, so it closes the connection.
    if (status === 413 && typeof response === 'string') expect(['EPIPE', 'ECONNRESET']).toContain(response);
    else expect(response).toMatchObject({ status, text: expect.stringContaining(text) });
    await receiver.close();
    expect(existsSync(database())).toBe(false);
  });

  it('comes too fast: it is told when to come again', async () => {
    const responses = await Promise.all(Array.from({ length: 300 }, () => send({ body: '{}' })));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBe('1');
  });
});

it('names a port that is busy, and what to do', async () => {
  const { port } = new URL(receiver.address);
  await expect(open(Number(port))).rejects.toThrow(`--otlp: port ${port} is busy; another collector may be using it`);
});
