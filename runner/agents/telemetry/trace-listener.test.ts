import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRequest, CallObservedInTraces } from '../../ports/index.ts';
import { findOtherAnsweringAddresses } from '../../testing/foreign-addresses.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createSpan, encodeSpansAsJson, encodeSpansAsProtobuf } from '../../testing/otlp.ts';
import type { Span } from '../../traces/index.ts';
import { createTraceListener, type TraceListener } from './trace-listener.ts';

const open: TraceListener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

function listenerWith(options: { patienceMs?: number } = {}): TraceListener {
  const listener = createTraceListener({ variables: {}, isRecorded: true, ...options });
  if (listener === undefined) throw new Error('it does not listen');
  open.push(listener);
  return listener;
}

/** Creates a request to an agent that collects the observed calls and the log lines. */
function question(sessionId = 'session-1') {
  const observedCalls: CallObservedInTraces[] = [];
  const log: string[] = [];
  const request: AgentRequest = agentRequest('x', {
    sessionId,
    context: listeningContext({
      'call.observed': ({ observed }) => observedCalls.push(observed),
      log: ({ source, text }) => log.push(`${source}: ${text}`),
    }),
  });
  const tools = () => observedCalls.map(({ kind, call }) => (kind === 'tool' ? call.tool : 'model'));
  return { request, tools, log };
}

async function tracesUrl(listener: TraceListener, request = question().request): Promise<string> {
  const traced = await listener.traceCall(request);
  return `${traced?.variables.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
}

const json = { 'content-type': 'application/json' };
const protobuf = { 'content-type': 'application/x-protobuf' };
const tool = (name: string, more: Partial<Span> = {}) =>
  createSpan(name.charCodeAt(0), { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name }, more);

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array };

/** Sends a request with headers that `fetch` would not send, and returns the response status. */
function send(url: string, { method = 'POST', headers = json, body = '' }: Sent = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = httpRequest(url, { method, agent: false, headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

describe('the receiver of traces', () => {
  it('takes what exporters send: JSON and Protocol Buffers, packed or not', async () => {
    const { request, tools } = question();
    const url = await tracesUrl(listenerWith(), request);
    const gzip = { 'content-encoding': 'gzip' };
    expect(await send(url, { body: encodeSpansAsJson([tool('a')]) })).toBe(200);
    expect(await send(url, { headers: protobuf, body: encodeSpansAsProtobuf([tool('b')]) })).toBe(200);
    expect(await send(url, { headers: { ...json, ...gzip }, body: gzipSync(encodeSpansAsJson([tool('c')])) })).toBe(
      200,
    );
    expect(
      await send(url, { headers: { ...protobuf, ...gzip }, body: gzipSync(encodeSpansAsProtobuf([tool('d')])) }),
    ).toBe(200);
    expect(tools()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('takes metrics and logs without keeping them, so that no exporter complains', async () => {
    const { request, tools } = question();
    const url = await tracesUrl(listenerWith(), request);
    for (const signal of ['metrics', 'logs']) {
      expect(await send(url.replace('traces', signal), { headers: protobuf, body: 'anything' })).toBe(200);
    }
    expect(tools()).toEqual([]);
  });

  it.each([
    ['what is not JSON', { body: 'x' }, 400],
    ['what is not Protocol Buffers', { headers: protobuf, body: 'x' }, 400],
    ['a packing that it does not know', { headers: { ...json, 'content-encoding': 'br' }, body: 'x' }, 400],
    ['what is not packed as it says', { headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' }, 400],
  ])('refuses %s', async (_what, sent, status) => {
    expect(await send(await tracesUrl(listenerWith()), sent)).toBe(status);
  });

  it('refuses what unpacks to more than anybody needs', { tags: 'thorough' }, async () => {
    const sent = { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(80_000_000)) };
    expect(await send(await tracesUrl(listenerWith()), sent)).toBe(400);
  });

  it('reads no request that is larger than any batch', { tags: 'thorough' }, async () => {
    const url = await tracesUrl(listenerWith());
    expect([413, 'ended']).toContain(await send(url, { body: 'x'.repeat(17 * 1024 * 1024) }).catch(() => 'ended'));
  });

  it('listens on 127.0.0.1 only, on a free port', async () => {
    const [one, other] = await Promise.all([tracesUrl(listenerWith()), tracesUrl(listenerWith())]);
    expect(one).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/v1\/traces$/);
    expect(new URL(other).port).not.toBe(new URL(one).port);
    expect(await findOtherAnsweringAddresses(Number(new URL(one).port))).toEqual([]);
  });

  it('answers nobody without the address, from another site, or after the attempt', async () => {
    const listener = listenerWith();
    const url = await tracesUrl(listener);
    const { host } = new URL(url);
    expect(await send(url, { method: 'GET' })).toBe(405);
    expect(await send(`http://${host}/v1/traces`)).toBe(404);
    expect(await send(`http://${host}/${'a'.repeat(43)}/v1/traces`)).toBe(404);
    expect(await send(url, { headers: { ...json, host: 'shop.example' } })).toBe(403);
    expect(await send(url, { headers: { ...json, origin: 'https://shop.example' } })).toBe(403);
    expect(await send(url, { body: '{}' })).toBe(200);
    listener.endSession('session');
    expect(await send(url, { body: '{}' })).toBe(200);
    listener.endSession('session-1');
    expect(await send(url, { body: '{}' })).toBe(404);
    await listener.close();
    await expect(send(url)).rejects.toThrow('ECONNREFUSED');
  });

  it.each([
    ['spans go elsewhere already', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
    ['traces go elsewhere already', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318' }],
    ['the SDK is switched off', { OTEL_SDK_DISABLED: 'true' }],
  ])('does not start where %s', (_why, variables) => {
    expect(createTraceListener({ variables, isRecorded: true })).toBeUndefined();
  });

  it('does not start where calls are not recorded', async () => {
    expect(createTraceListener({ variables: {}, isRecorded: false })).toBeUndefined();
    expect(await listenerWith().traceCall(agentRequest('x'))).toBeUndefined();
  });
});

describe('spans of a process that answers several questions', () => {
  it('belong to the question whose trace they are of', async () => {
    const listener = listenerWith();
    const traces = listener.traceProcess();
    const url = `${(await traces.variables()).OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
    const [one, other] = [question('s1'), question('s2')];
    const traceId = (tracedCall: { traceparent: string } | undefined) => tracedCall?.traceparent.split('-')[1] ?? '';
    const [first, second] = [traceId(traces.beginTurn(one.request)), traceId(traces.beginTurn(other.request))];
    await send(url, { body: encodeSpansAsJson([tool('a', { traceId: second }), tool('b', { traceId: first })]) });
    expect([one.tools(), other.tools()]).toEqual([['b'], ['a']]);
    expect([one.log, other.log]).toEqual([[], []]);
    listener.endSession('s1');
    await send(url, { body: encodeSpansAsJson([tool('c', { traceId: first })]) });
    expect(one.tools()).toEqual(['b']);
    expect(other.log).toEqual([]);
  });

  it('are not kept when they are in a trace of their own: whoever may have made them is told, once', async () => {
    const listener = listenerWith();
    const [traces, others] = [listener.traceProcess(), listener.traceProcess()];
    const url = `${(await traces.variables()).OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
    const [one, stranger] = [question('s1'), question('s2')];
    traces.beginTurn(one.request);
    others.beginTurn(stranger.request);
    for (const name of ['a', 'b']) await send(url, { body: encodeSpansAsJson([tool(name)]) });
    expect(one.tools()).toEqual([]);
    expect(one.log).toEqual([expect.stringMatching(/^traces: .* it is not certain which turn they belong to/)]);
    expect(stranger.log).toEqual([]);
  });
});

describe('waiting for spans at the end of an attempt', () => {
  it('is not needed where nobody sends', async () => {
    const listener = listenerWith();
    await tracesUrl(listener);
    expect(listener.waitForExports('session-1', neverAborted())).toBeUndefined();
    expect(listener.waitForExports('session-2', neverAborted())).toBeUndefined();
  });

  it('lasts until what is being sent has come', async () => {
    const listener = listenerWith();
    const { request, tools } = question('session-1:judge');
    const url = await tracesUrl(listener, request);
    const body = encodeSpansAsJson([tool('a')]);
    const sent = httpRequest(url, { method: 'POST', agent: false, headers: json });
    sent.on('response', (response) => response.resume());
    sent.write(body.slice(0, 10));
    await expect.poll(() => listener.waitForExports('session-1', neverAborted()) !== undefined).toBe(true);
    const settled = listener.waitForExports('session-1', neverAborted());
    sent.end(body.slice(10));
    await settled;
    expect(tools()).toEqual(['a']);
  });

  it('ends when an exporter does not come to an end, or the run', async () => {
    const listener = listenerWith({ patienceMs: 20 });
    const url = await tracesUrl(listener);
    const sent = httpRequest(url, { method: 'POST', agent: false, headers: json });
    sent.on('error', () => undefined);
    sent.write('{');
    await expect.poll(() => listener.waitForExports('session-1', neverAborted()) !== undefined).toBe(true);
    await listener.waitForExports('session-1', neverAborted());
    await listener.waitForExports('session-1', AbortSignal.abort());
    sent.destroy();
  });
});
