import { afterEach, beforeEach, vi } from 'vitest';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';

type Route = (request: Request, context: { params: Promise<{ runId: string }> }) => Response | Promise<Response>;
type Handlers = Partial<Record<'GET' | 'POST', Route>>;

/** The routes that pages call, each loaded on first use. */
const routes: Readonly<Record<string, () => Promise<Handlers>>> = {
  '/api/case-history': () => import('@/app/api/case-history/route'),
  '/api/cases': () => import('@/app/api/cases/route'),
  '/api/cases/file': () => import('@/app/api/cases/file/route'),
  '/api/compare': () => import('@/app/api/compare/route'),
  '/api/history/retention': () => import('@/app/api/history/retention/route'),
  '/api/runs': () => import('@/app/api/runs/route'),
  '/api/runs/delete': () => import('@/app/api/runs/delete/route'),
  '/api/runs/restore': () => import('@/app/api/runs/restore/route'),
  '/api/runs/[runId]': () => import('@/app/api/runs/[runId]/route'),
  '/api/runs/[runId]/attempt': () => import('@/app/api/runs/[runId]/attempt/route'),
  '/api/runs/[runId]/bisections': () => import('@/app/api/runs/[runId]/bisections/route'),
  '/api/runs/[runId]/case': () => import('@/app/api/runs/[runId]/case/route'),
  '/api/runs/[runId]/diagnosis': () => import('@/app/api/runs/[runId]/diagnosis/route'),
  '/api/runs/[runId]/forks': () => import('@/app/api/runs/[runId]/forks/route'),
  '/api/runs/[runId]/hints': () => import('@/app/api/runs/[runId]/hints/route'),
  '/api/runs/[runId]/reviews': () => import('@/app/api/runs/[runId]/reviews/route'),
  '/api/runs/[runId]/case-health': () => import('@/app/api/runs/[runId]/case-health/route'),
  '/api/search': () => import('@/app/api/search/route'),
  '/api/settings': () => import('@/app/api/settings/route'),
  '/api/trends': () => import('@/app/api/trends/route'),
  '/api/trends/case': () => import('@/app/api/trends/case/route'),
  '/api/workspace': () => import('@/app/api/workspace/route'),
};

/**
 * Before each test, creates a workspace and an empty history (see `setUpServedWorkspace`), and answers page requests with
 * the real routes. Called once per file.
 */
export function servePages(files: Readonly<Record<string, string>> = {}): ReturnType<typeof setUpServedWorkspace> {
  const served = setUpServedWorkspace(files);
  const answers = new Set<Promise<Response>>();
  beforeEach(() => {
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      const answer = routeRequest(address, init);
      answers.add(answer);
      return answer;
    });
  });
  // Requests are ended after each test: a pending request would look for its history after the history was deleted.
  afterEach(async () => {
    vi.unstubAllGlobals();
    await Promise.allSettled(answers);
    answers.clear();
  });
  return served;
}

async function routeRequest(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, 'http://127.0.0.1:4319');
  const runId = /^\/api\/runs\/([^/]+)/.exec(url.pathname)?.[1] ?? '';
  const path = url.pathname.replace(`/runs/${runId}`, '/runs/[runId]');
  const handlers = await (routes[url.pathname] ?? routes[path])?.();
  const handleRequest = handlers?.[init.method === 'POST' ? 'POST' : 'GET'];
  if (handleRequest === undefined) throw new TypeError(`No page has asked for ${path} before: add it to the routes.`);
  return handleRequest(new Request(url, init), { params: Promise.resolve({ runId: decodeURIComponent(runId) }) });
}
