import { readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runCli } from '../../testing/run-cli.ts';
import { getServerPort } from '../../testing/server-port.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { parseOtlpJson } from '../../traces/index.ts';

const pair = z.object({ key: z.string(), value: z.record(z.string(), z.json()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(pair),
  events: z.array(z.object({ name: z.string(), timeUnixNano: z.string(), attributes: z.array(pair) })),
});
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(pair) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

/** A server that receives spans like an OpenTelemetry collector. */
let collector: Server;
let address: string;
let received: { url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[];
let answer: { status: number; body: object };
let root: string;

beforeEach(async () => {
  received = [];
  answer = { status: 200, body: {} };
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ url: request.url, headers: request.headers, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${getServerPort(collector.address())}`;
  root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { shop: { type: 'scripted', rules: [{ answer: 'On Monday' }] } } }),
    'cases.jsonl': [
      { id: 'A', input: 'When?', assert: { type: 'contains', value: 'Monday' } },
      {
        id: 'B',
        input: 'Where?',
        assert: [
          { type: 'contains', value: 'Oslo' },
          { type: 'not_contains', value: '!' },
        ],
      },
      {
        id: 'C',
        turns: ['When?', 'Where?'],
        checkpoints: [{ id: 'day', assert: { type: 'contains', value: 'Monday' } }],
      },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  });
  await runCli(['test', 'cases.jsonl', '-n', 'shop', '--no-output'], { cwd: root });
});
afterEach(async () => {
  rmSync(root, { recursive: true, force: true });
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const exported = (...args: string[]) => runCli(['export', 'otlp', 'latest', ...args], { cwd: root });

function spansIn(body: unknown) {
  return requestSchema
    .parse(body)
    .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

function attributeValues(attributes: z.infer<typeof pair>[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

describe('a run that is sent to a collector', () => {
  it('is a span around its attempts, which have an event for each check', async () => {
    const { code, stdout } = await exported('--url', address);
    expect([code, stdout]).toEqual([0, `8 spans with 4 evaluations to ${address}/v1/traces\n`]);
    const [request] = received;
    expect(received).toHaveLength(1);
    expect(request?.url).toBe('/v1/traces');
    const spans = spansIn(request?.body);
    const [run, ...others] = spans;
    expect(run).toMatchObject({ name: 'turntree run' });
    expect(run?.parentSpanId).toBeUndefined();
    expect(attributeValues(run?.attributes ?? [])).toMatchObject({ 'test.suite.run.status': 'failure' });
    const attempts = others.filter(({ parentSpanId }) => parentSpanId === run?.spanId);
    expect(attempts.map(({ name }) => name)).toEqual(['test A', 'test B', 'test C']);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    const nestedSpans = others.filter(({ parentSpanId }) => parentSpanId !== run?.spanId);
    expect(nestedSpans.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => 'invoke_agent shop'));
    const judged = spans.flatMap(({ events }) => events);
    expect(judged.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => 'gen_ai.evaluation.result'));
    expect(judged.map(({ attributes }) => attributeValues(attributes))).toMatchObject([
      { 'gen_ai.evaluation.name': 'contains', 'gen_ai.evaluation.score.label': 'pass' },
      { 'gen_ai.evaluation.name': 'contains', 'gen_ai.evaluation.score.label': 'fail' },
      { 'gen_ai.evaluation.name': 'not_contains', 'gen_ai.evaluation.score.label': 'pass' },
      { 'gen_ai.evaluation.name': 'checkpoint day', 'gen_ai.evaluation.score.label': 'pass' },
    ]);
    // Messages of the conversation are not exported.
    expect(JSON.stringify(request?.body)).not.toContain('Where?');
  });

  it('goes to the collector that the variables of OpenTelemetry name, with their headers', async () => {
    const { code } = await runCli(['export', 'otlp', 'latest'], {
      cwd: root,
      variables: { OTEL_EXPORTER_OTLP_ENDPOINT: `${address}/`, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,tenant=t' },
    });
    expect(code).toBe(0);
    expect(received[0]).toMatchObject({ url: '/v1/traces', headers: { 'api-key': 'a b', tenant: 't' } });
  });

  it('is written into a file that reads as a trace, the same each time', async () => {
    await exported('-o', 'run.jsonl');
    await exported('-o', 'again.jsonl');
    const text = readFileSync(path.join(root, 'run.jsonl'), 'utf8');
    expect(readFileSync(path.join(root, 'again.jsonl'), 'utf8')).toBe(text);
    expect(parseOtlpJson(text.trim())).toMatchObject({ ok: true, spans: { length: 8 } });
    expect(received).toEqual([]);
  });

  it('is an error when the collector refuses it, takes a part, or is not there', async () => {
    answer = { status: 401, body: { message: 'no key' } };
    expect(await exported('--url', address)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`the collector at ${address}/v1/traces refuses the spans: 401`),
    });
    answer = { status: 200, body: { partialSuccess: { rejectedSpans: '3', errorMessage: 'too old' } } };
    expect(await exported('--url', address)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('rejected 3 of the spans: too old'),
    });
    expect(await exported('--url', 'http://127.0.0.1:1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the collector at http://127.0.0.1:1/v1/traces does not answer: '),
    });
  });

  it('needs an address, and one without a password', async () => {
    const bare = await runCli(['export', 'otlp', 'latest'], {
      cwd: root,
      variables: { OTEL_EXPORTER_OTLP_ENDPOINT: undefined, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined },
    });
    expect([bare.code, bare.stderr]).toEqual([1, expect.stringContaining('name a target for the export')]);
    const { stderr } = await exported('--url', 'http://me:hidden@127.0.0.1:1');
    expect(stderr).toContain('must not contain a password');
    expect(stderr).not.toContain('hidden');
  });
});
