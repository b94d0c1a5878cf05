import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isJsonObject, type Json, toJsonText, tryParseJson } from '../../../runner/values/index.ts';
import { mutateJson } from '../mutate.ts';
import { requireMessage, requireTrue, type Target } from './target.ts';

type Handler = (request: Request, context: { params: Promise<{ runId: string }> }) => Promise<Response>;
type Route = { method: 'GET' | 'POST'; at: string; search?: Record<string, string>; body?: Json };

/**
 * Requests to routes that only read, or that write only to a separate workspace; none of the routes starts a run or an
 * import.
 */
const suite = 'tests/cases.jsonl';
const attemptAddress = { suiteKey: suite, caseId: 'a', attempt: 1 };
const routes: readonly Route[] = [
  { method: 'GET', at: 'cases' },
  { method: 'GET', at: 'cases/file', search: { suite, sha256: 'x', modifiedAt: '3' } },
  { method: 'POST', at: 'cases/file', body: { suite, text: '{"id":"a","input":"x"}', base: 'x' } },
  { method: 'POST', at: 'cases/file', body: { suite: 'tests/new.jsonl', text: '{"id":"a","input":"x"}', base: null } },
  {
    method: 'POST',
    at: 'cases',
    body: { runId: 'r', ...attemptAddress, upTo: 1, target: suite, id: 'b', name: 'n', contains: 'c' },
  },
  { method: 'GET', at: 'cases/search', search: { q: 'a' } },
  { method: 'GET', at: 'cases/outcomes', search: { suite } },
  { method: 'GET', at: 'cases/autocomplete-names', search: { suite } },
  { method: 'GET', at: 'cases/answers', search: { suite, case: 'a' } },
  {
    method: 'POST',
    at: 'cases/references',
    body: { suiteKey: suite, references: [{ kind: 'attachment', name: '../a.txt' }] },
  },
  { method: 'POST', at: 'cases/rules', body: { suiteKey: suite, caseId: 'a', tool: 'find', wish: 'called' } },
  { method: 'GET', at: 'case-history', search: { suite, case: 'a' } },
  { method: 'GET', at: 'compare', search: { base: 'r', head: 's', all: 'true' } },
  { method: 'GET', at: 'trends', search: { suite, agent: 'a', connector: '', window: '50', same: 'false' } },
  { method: 'GET', at: 'trends/case', search: { suite, case: 'a' } },
  { method: 'GET', at: 'runs', search: { q: 'a', limit: '10' } },
  { method: 'GET', at: 'runs/[runId]' },
  { method: 'GET', at: 'runs/[runId]/attempt', search: { suite, case: 'a', attempt: '1', bodies: 'light' } },
  { method: 'GET', at: 'runs/[runId]/attempt/body', search: { suite, case: 'a', attempt: '1', at: '[1,"turn"]' } },
  { method: 'GET', at: 'runs/[runId]/attempt/find', search: { suite, case: 'a', attempt: '1', q: 'x' } },
  { method: 'GET', at: 'runs/[runId]/case', search: { suite, case: 'a' } },
  { method: 'GET', at: 'runs/[runId]/reviews', search: { format: 'csv' } },
  { method: 'POST', at: 'runs/[runId]/reviews', body: { ...attemptAddress, reviewer: 'me', verdict: null, note: 'n' } },
  { method: 'POST', at: 'runs/[runId]/label', body: { label: 'l' } },
  { method: 'GET', at: 'runs/[runId]/report', search: { format: 'json' } },
];

const known = new Map(routes.map(({ method, at }) => [`${method} ${at}`, { method, at }]));
const root = path.join(import.meta.dirname, '../../..');

/** Resolves imports like the bundler: `@/lib` is a folder, and file extensions are omitted. */
function resolveLikeTheBundler(): void {
  const resolveFile = (file: string) => (URL.canParse(file) ? file : pathToFileURL(file).href);
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs =
        specifier.startsWith('@/') ||
        (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/') === false);
      if (!isOurs) return next(specifier, context);
      const base = specifier.startsWith('@/')
        ? resolveFile(path.join(root, specifier.slice(2)))
        : new URL(specifier, context.parentURL).href;
      for (const ending of ['', '.ts', '.tsx', '/index.ts']) {
        try {
          if (ending === '' && !/\.\w+$/.test(base)) continue;
          return next(base + ending, context);
        } catch {
          // A missing file is ignored here, because a file with the next extension may exist.
        }
      }
      return next(specifier, context);
    },
  });
}

let isServed = false;
const loaded = new Map<string, Promise<Record<string, Handler>>>();

function loadRoutes(at: string): Promise<Record<string, Handler>> {
  if (!isServed) {
    isServed = true;
    const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-fuzz-served-'));
    mkdirSync(path.join(workspace, 'tests'));
    writeFileSync(path.join(workspace, suite), '{"id":"a","input":"x"}\n');
    process.env.TURNTREE_WORKSPACE = workspace;
    process.env.TURNTREE_DB = path.join(workspace, '.runner', 'history.db');
    if (process.env.VITEST === undefined) resolveLikeTheBundler();
  }
  const module = loaded.get(at) ?? import(path.join(root, 'app/api', at, 'route.ts'));
  loaded.set(at, module);
  return module;
}

const requests: Target = {
  name: 'HTTP API',
  weight: 2,
  mutate: mutateJson,
  seeds: () => routes.map((route) => JSON.stringify({ ...route, runId: 'r' })),
  async check(input) {
    const given = tryParseJson(input);
    if (!isJsonObject(given)) return;
    const route = known.get(`${toJsonText(given.method)} ${toJsonText(given.at)}`);
    if (route === undefined) return;
    const search = isJsonObject(given.search)
      ? Object.entries(given.search).map(([key, value]) => [key, toJsonText(value)])
      : [];
    const address = `http://127.0.0.1:4319/api/${route.at}?${new URLSearchParams(search)}`;
    const body = route.method === 'POST' ? { body: toJsonText(given.body ?? null) } : {};
    const { [route.method]: handler } = await loadRoutes(route.at);
    requireTrue(handler !== undefined, `${route.at} has no ${route.method}`);
    const request = new Request(address, {
      method: route.method,
      ...body,
      headers: { 'content-type': 'application/json', 'x-turntree': '1' },
    });
    const response = await handler?.(request, { params: Promise.resolve({ runId: toJsonText(given.runId ?? '') }) });
    const answer = (await response?.text()) ?? '';
    // After a conflict, the response contains the current version of the file.
    if (response === undefined || response.status < 400 || response.status === 409) return;
    const told = tryParseJson(answer);
    const error = isJsonObject(told) && isJsonObject(told.error) ? told.error : undefined;
    requireTrue(response.status < 500 && error !== undefined, `${response.status}: ${answer.slice(0, 200)}`);
    requireMessage(toJsonText(error?.message ?? ''));
  },
};

export const requestTargets: readonly Target[] = [requests];
