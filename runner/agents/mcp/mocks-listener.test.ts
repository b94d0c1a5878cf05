import { request as httpRequest } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { findOtherAnsweringAddresses } from '../../testing/foreign-addresses.ts';
import { neverAborted } from '../../testing/model-request.ts';
import { createMocksListener, type MocksListener } from './mocks-listener.ts';

const open: MocksListener[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

function listener(): MocksListener {
  const created = createMocksListener();
  open.push(created);
  return created;
}

const orders = () =>
  fakeToolMocks({
    get_order: ({ id }) =>
      id === '7' ? { type: 'result', result: { id: '7', total: 12 } } : { type: 'error', error: 'no such order' },
    note: () => ({ type: 'result', result: 'noted' }),
    search: () => ({ type: 'pass' }),
    slow: () => undefined,
  });

async function withClient<Value>(url: string | undefined, use: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ name: 'an agent', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url ?? '')));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Sends a request with headers that `fetch` would not send, and returns the response status. */
function requestStatus(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const { method = 'POST', headers = {}, body = '' } = options;
  const sent = httpRequest(
    url,
    { method, agent: false, headers: { 'content-type': 'application/json', ...headers } },
    (response) => {
      response.resume();
      resolve(response.statusCode);
    },
  );
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

describe('the listener of the mocks', () => {
  it('lists the mocks to an MCP client and answers its calls', async () => {
    const mocks = orders();
    const answer = await listener().callWithMocksUrl(
      mocks,
      (url) => {
        expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/mcp$/);
        return withClient(url, async (client) => {
          const { tools } = await client.listTools();
          expect(tools.map(({ name }) => name)).toEqual(['get_order', 'note', 'search', 'slow']);
          const toolResult = await client.callTool({ name: 'get_order', arguments: { id: '7' } });
          expect(toolResult.content).toEqual([{ type: 'text', text: '{"id":"7","total":12}' }]);
          expect(toolResult.structuredContent).toEqual({ id: '7', total: 12 });
          expect(await client.callTool({ name: 'get_order', arguments: { id: '8' } })).toMatchObject({
            content: [{ text: 'no such order' }],
            isError: true,
          });
          expect(await client.callTool({ name: 'refund' })).toMatchObject({ isError: true });
          expect(await client.callTool({ name: 'search', arguments: {} })).toMatchObject({
            content: [{ text: 'the case lets "search" pass through: the agent must call the real tool' }],
            isError: true,
          });
          await client.ping();
          return 'done';
        });
      },
      neverAborted(),
    );
    expect(answer).toBe('done');
    expect(mocks.asked).toEqual([
      { name: 'get_order', arguments: { id: '7' } },
      { name: 'get_order', arguments: { id: '8' } },
      { name: 'refund', arguments: {} },
      { name: 'search', arguments: {} },
    ]);
  });

  it('speaks the older revisions of the protocol as the newest', async () => {
    const mocks = orders();
    await listener().callWithMocksUrl(
      mocks,
      async (url = '') => {
        const post = async (message: object) => {
          const response = await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
            body: JSON.stringify({ jsonrpc: '2.0', ...message }),
          });
          return { status: response.status, text: await response.text() };
        };
        const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
        expect((await post({ id: 1, method: 'initialize', params })).text).toContain('"protocolVersion":"2025-06-18"');
        expect((await post({ method: 'notifications/initialized' })).status).toBe(202);
        const callResponse = await post({ id: 2, method: 'tools/call', params: { name: 'note', arguments: { a: 1 } } });
        expect(callResponse.text).toContain('noted');
      },
      neverAborted(),
    );
    expect(mocks.asked).toEqual([{ name: 'note', arguments: { a: 1 } }]);
  });

  it('refuses a call that is still open when the agent has answered', async () => {
    const mocks = orders();
    const client = new Client({ name: 'an agent', version: '1' });
    const pending = await listener().callWithMocksUrl(
      mocks,
      async (url) => {
        await client.connect(new StreamableHTTPClientTransport(new URL(url ?? '')));
        const slowCall = client.callTool({ name: 'slow', arguments: {} }).catch(String);
        await expect.poll(() => mocks.asked.length).toBe(1);
        return { called: slowCall };
      },
      neverAborted(),
    );
    expect(await pending.called).toContain('the agent has answered');
    await client.close();
  });

  it('has one address for all turns of an attempt and another for each other attempt', async () => {
    const one = listener();
    const urls: (string | undefined)[] = [];
    const [first, second] = [orders(), orders()];
    for (const mocks of [first, first, second]) {
      await one.callWithMocksUrl(mocks, async (url) => void urls.push(url), neverAborted());
    }
    expect(urls[1]).toBe(urls[0]);
    expect(urls[2]).not.toBe(urls[0]);
    expect(new URL(urls[2] ?? '').port).toBe(new URL(urls[0] ?? '').port);
  });

  it('listens on 127.0.0.1 only, on a free port', async () => {
    const urls = [listener(), listener()].map((each) =>
      each.callWithMocksUrl(orders(), async (url) => url, neverAborted()),
    );
    const [one, other] = (await Promise.all(urls)).map((url) => new URL(url ?? ''));
    expect(one?.hostname).toBe('127.0.0.1');
    expect(other?.port).not.toBe(one?.port);
    expect(await findOtherAnsweringAddresses(Number(one?.port))).toEqual([]);
  });

  it('answers nobody without the address, from another site, or after the agent', async () => {
    const one = listener();
    const address = await one.callWithMocksUrl(
      orders(),
      async (url = '') => {
        const { host, port } = new URL(url);
        expect(await requestStatus(url, { method: 'GET' })).toBe(405);
        expect(await requestStatus(`http://${host}/mcp`)).toBe(404);
        expect(await requestStatus(`http://${host}/${'a'.repeat(43)}/mcp`)).toBe(404);
        expect(await requestStatus(url.replace(/.\/mcp$/, '/mcp'))).toBe(404);
        expect(await requestStatus(url, { headers: { host: 'shop.example' } })).toBe(403);
        expect(await requestStatus(url, { headers: { origin: 'https://shop.example' } })).toBe(403);
        expect(await requestStatus(url, { headers: { origin: 'null' } })).toBe(403);
        expect(await requestStatus(url, { headers: { host: `localhost:${port}` }, body: '{}' })).toBe(400);
        return url;
      },
      neverAborted(),
    );
    expect(await requestStatus(address)).toBe(404);
    await one.close();
    await expect(requestStatus(address)).rejects.toThrow('ECONNREFUSED');
  });

  it('reads no request that is larger than any call', async () => {
    const status = await listener().callWithMocksUrl(
      orders(),
      (url) => requestStatus(url ?? '', { body: 'x'.repeat(17 * 1024 * 1024) }).catch(() => 'ended'),
      neverAborted(),
    );
    expect([413, 'ended']).toContain(status);
  });

  it('does not start without mocks', async () => {
    expect(await listener().callWithMocksUrl(undefined, async (url) => url, neverAborted())).toBeUndefined();
  });
});
