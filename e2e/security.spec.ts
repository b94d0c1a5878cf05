import { globSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectNoViolations } from './support/accessible';
import { standardCase, suite } from './support/cases';
import type { Dashboard } from './support/dashboard';
import { test } from './support/shared';
import { visit } from './support/visit';

const paths = [
  '/',
  '/runs',
  '/runs/unknown',
  '/api/runs',
  '/api/workspace',
  '/settings',
  '/api/history/export',
  '/api/runs/unknown/events',
  '/icon.svg',
];

test('every route answers only to its own name, origin and site', async ({ dashboard }) => {
  for (const address of paths) {
    expect(await statusOf(dashboard, address, { host: 'evil.example' }), address).toBe(421);
    expect(await statusOf(dashboard, address, { host: `evil.example:${portOf(dashboard.url)}` }), address).toBe(421);
    expect(await statusOf(dashboard, address, { origin: 'https://evil.example' }), address).toBe(403);
    expect(await statusOf(dashboard, address, { origin: 'null' }), address).toBe(403);
    expect(await statusOf(dashboard, address, { 'sec-fetch-site': 'cross-site' }), address).toBe(403);
    expect(await statusOf(dashboard, address, {}), address).toBeLessThan(405);
    expect(await statusOf(dashboard, address, { host: `localhost:${portOf(dashboard.url)}` }), address).toBeLessThan(
      405,
    );
  }
});

test('other users of the machine come nowhere without the token', async ({ page, dashboard, browser }) => {
  for (const token of ['', 'wrong', dashboard.token.slice(1)]) {
    for (const address of paths) {
      expect(await statusOf({ ...dashboard, token }, address, {}), address).toBe(401);
      expect(await statusOf({ ...dashboard, token }, `${address}?token=${token}`, {}), address).toBe(401);
    }
    const marked = { 'content-type': 'application/json', 'x-turntree': '1' };
    expect(await statusOf({ ...dashboard, token }, '/api/runs', marked, 'POST')).toBe(401);
  }
  const stranger = await browser.newContext();
  const closed = await stranger.newPage();
  expect((await closed.goto(`${dashboard.url}/runs`))?.status()).toBe(401);
  await expect(closed.getByRole('heading', { name: 'This dashboard needs its token' })).toBeVisible();
  await expectNoViolations(closed, 'the closed page');
  await closed.getByLabel('Token').fill('wrong');
  await closed.getByRole('button', { name: 'Open' }).click();
  await expect(closed.getByLabel('Token')).toHaveValue('');
  await closed.getByLabel('Token').fill(dashboard.token);
  await closed.getByRole('button', { name: 'Open' }).click();
  await expect(closed).toHaveURL(`${dashboard.url}/runs`);
  const [cookie] = await stranger.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(cookie?.value).not.toContain(dashboard.token);
  await stranger.close();
  await visit(page, dashboard.url);

  const { mode } = statSync(path.join(path.dirname(dashboard.databaseFile), 'token'));
  expect(mode & 0o777).toBe(0o600);
});

/** Lists all route files in the folder, so that the test cannot miss a new route. */
const api = path.join(import.meta.dirname, '../app/api');
const routes = globSync('**/route.ts', { cwd: api }).flatMap((file) => {
  const text = readFileSync(path.join(api, file), 'utf8');
  const address = `/api/${path.dirname(file).split(path.sep).join('/').replace('[runId]', 'unknown')}`;
  const found = [...text.matchAll(/^export (?:const|function) (GET|POST)\b/gm)];
  return found.map(([, method = '']) => ({ method, address }));
});

test('no route answers a forged request', async ({ dashboard }) => {
  expect(routes.length).toBeGreaterThan(40);
  const accept = 'application/json, text/event-stream';
  const own = { 'content-type': 'application/json', accept, 'x-turntree': '1', 'content-length': '2' };
  for (const { method, address } of routes) {
    const ask = (facts: Record<string, string>, body = '{}') => answerOf(dashboard, { method, address, facts, body });
    const stranger = { ...dashboard, token: 'x' };
    const what = `${method} ${address}`;
    expect((await answerOf(stranger, { method, address, facts: own, body: '{}' })).status, what).toBe(401);
    expect((await ask({ ...own, host: 'evil.example' })).status, what).toBe(421);
    expect((await ask({ ...own, origin: 'https://evil.example' })).status, what).toBe(403);
    expect((await ask({ ...own, 'sec-fetch-site': 'cross-site' })).status, what).toBe(403);
    expect((await ask({ ...own, 'sec-fetch-site': 'same-origin, cross-site' })).status, what).toBe(403);
    expect((await ask({ ...own, 'content-length': '999999999' }, '')).status, what).toBe(413);
    if (method === 'GET') continue;
    expect((await ask({ ...own, 'content-type': 'text/plain' })).status, what).toBe(415);
    expect((await ask({ ...own, 'x-turntree': '1, 1' })).status, what).toBe(403);
    expect((await ask({ ...own, 'content-length': '2', 'x-turntree': '' })).status, what).toBe(403);
    expect((await ask({ ...own, 'content-length': '0' }, '')).status, what).toBeLessThan(405);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await ask({ ...own, 'content-length': String(deep.length) }, deep);
    expect([200, 400, 404], what).toContain(answer.status);
  }
});

test('odd methods and addresses are refused, never with a stack', async ({ dashboard }) => {
  for (const method of ['TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'CONNECT']) {
    expect((await answerOf(dashboard, { method, address: '/api/runs' })).status, method).toBe(405);
  }
  const long = 'x'.repeat(5_000);
  for (const address of [
    ...['/%00', '/api/runs/%00', '/api/runs/%00/events', '/api/runs/%00/report?format=md', '/cases/%00.jsonl'],
    ...['/api/cases/file?suite=%00', '/api/cases/check?suite=a%00.jsonl', '/api/cases/agents?suite=%00'],
    ...['/cases/..%2f..%2fetc%2fpasswd', '/cases/../../etc/passwd', '/_next/static/../../package.json', '/..%5c..%5cx'],
    ...['/%', '/%ZZ', '/api/runs/%ZZ', '/%ff%fe', '//evil.example/x', '/\\evil.example', '/api//runs', '/runs?%00=%00'],
    ...[`/cases/${long}.jsonl`, `/runs/${long}`, `/api/cases/file?suite=${long}`, `/runs?q=${'y'.repeat(9_000)}`],
    ...[
      '*',
      'http://evil.example/api/runs',
      `/${'z'.repeat(20_000)}`,
      '/_next/image?url=http://evil.example/x&w=64&q=1',
    ],
  ]) {
    const { status, text } = await answerOf(dashboard, { address });
    const what = `${address.slice(0, 60)}: ${status} ${text.slice(0, 200)}`;
    expect(status, what).toBeGreaterThan(0);
    expect(status, what).toBeLessThan(500);
    expect(text, what).not.toMatch(/\bat [\w.<>]+ \(|node_modules|root:x:/);
  }
  expect((await answerOf(dashboard, { address: '/api/runs', facts: { 'transfer-encoding': 'chunked' } })).status).toBe(
    411,
  );
  expect((await answerOf(dashboard, { address: '/api/runs' })).status).toBe(200);
});

test('nothing is changed without JSON and the marker', async ({ dashboard }) => {
  const json = { 'content-type': 'application/json' };
  for (const path of [
    '/api/runs',
    '/api/runs/unknown/cancel',
    '/api/history/task',
    '/api/history/import',
    '/api/try',
  ]) {
    const post = (headers: Record<string, string>) => statusOf(dashboard, path, headers, 'POST');
    expect(await post({ 'content-type': 'text/plain', 'x-turntree': '1' })).toBe(415);
    expect(await post({ 'x-turntree': '1' })).toBe(415);
    expect(await post(json)).toBe(403);
    expect(await post({ ...json, 'x-turntree': '1', origin: 'http://127.0.0.1:1' })).toBe(403);
    expect([400, 404]).toContain(await post({ ...json, 'x-turntree': '1' }));
  }
});

test('every answer says what its page may load, with a nonce of its own', async ({ dashboard }) => {
  const nonces = new Set<string>();
  for (const path of ['/runs', '/runs', '/api/runs', '/nowhere']) {
    const { headers } = await dashboard.fetch(`${dashboard.url}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src')) ?? '';
    expect(scripts).toMatch(/'nonce-[0-9a-f]{32}'/);
    expect(scripts).not.toContain('unsafe');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    nonces.add(scripts);
  }
  expect(nonces.size).toBe(4);
});

test('an unknown run and a nonsensical request are refused in words', async ({ page, dashboard }) => {
  const answer = await page.goto(`${dashboard.url}/runs/unknown`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('There is no such run in this history.')).toBeVisible();
  await page.getByRole('link', { name: 'All runs of this workspace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();

  const events = await dashboard.fetch(`${dashboard.url}/api/runs/unknown/events`);
  expect(events.status).toBe(404);
  const limit = await dashboard.fetch(`${dashboard.url}/api/runs?limit=many`);
  expect(limit.status).toBe(400);
  expect(await limit.text()).toContain('limit');
});

test('a finished log is closed for good, and can be read again from the start', async ({ dashboard }) => {
  dashboard.write('tests/one.jsonl', suite(standardCase('A')));
  const run = await dashboard.run('tests/one.jsonl', '--name', 'instant');
  const events = `${run.replace('/runs/', '/api/runs/')}/events`;

  const whole = await (await dashboard.fetch(events)).text();
  const seqs = [...whole.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
  expect(seqs).toEqual(seqs.map((_, position) => position + 1));
  const last = seqs.at(-1) ?? 0;

  const rest = await (await dashboard.fetch(events, { headers: { 'last-event-id': String(last - 2) } })).text();
  expect([...rest.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual([last - 1, last]);
  expect((await dashboard.fetch(`${events}?after=${last}`)).status).toBe(204);
  expect((await dashboard.fetch(`${events}?after=x`)).status).toBe(400);
});

test('what a hostile agent says is shown and does nothing', async ({ page, dashboard }) => {
  dashboard.write('tests/markup.jsonl', suite(standardCase('<img src=x onerror=pwned=1>', { input: 'be hostile' })));
  const run = await dashboard.run('tests/markup.jsonl', '--name', 'shop');
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(dashboard.url)) strangers.push(request.url());
  });
  const alarms: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') alarms.push(message.text());
  });
  await visit(page, run);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('image not loaded: picture');
  await page.getByRole('button', { name: /^Show all [\d,]+ characters$/ }).click();
  await expect(conversation).toContainText('click me');

  expect(await conversation.locator('script, img, iframe, object, embed, form').count()).toBe(0);
  const targets = await conversation
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets.filter((target) => target !== null && /^(?:javascript|data):/i.test(target))).toEqual([]);
  await page.getByRole('checkbox', { name: 'Raw text' }).check();
  await expect(conversation).toContainText("<script>window.pwned = 'script'</script>");
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(strangers).toEqual([]);
  expect(alarms).toEqual([]);
});

function portOf(url: string): string {
  return new URL(url).port;
}

type ForgedRequest = { method?: string; address: string; facts?: Record<string, string>; body?: string };

/** Sends a raw request, which no HTTP client would send. */
function answerOf(
  { url, token }: Pick<Dashboard, 'url' | 'token'>,
  { method = 'GET', address, facts = {}, body = '' }: ForgedRequest,
): Promise<{ status: number; text: string }> {
  const headers = { host: new URL(url).host, authorization: `Bearer ${token}`, connection: 'close', ...facts };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(Number(portOf(url)), '127.0.0.1', () => {
      socket.write(`${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    });
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
  });
}

/** Uses plain HTTP, because `fetch` does not allow a forged host header. */
function statusOf(
  { url, token }: Pick<Dashboard, 'url' | 'token'>,
  path: string,
  facts: Record<string, string>,
  method = 'GET',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...facts };
    const body = method === 'POST' ? '{"nonsense": true}' : undefined;
    const request = http.request(new URL(path, url), { method, headers }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(body);
  });
}
