import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostRequest, createRunParams } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { listRuns } from '@/runner/history';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';

type RouteHandler = (request: Request, params: { params: Promise<{ runId: string }> }) => Promise<Response>;

/** All route files below app/api. A new route needs an entry in `sound` with a valid request. */
const modules = import.meta.glob<Record<string, RouteHandler>>('./**/route.ts', { eager: true });
const methods = new Map(
  Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported).map(([method, answer]) => [`${method} ${file.slice(2, -'/route.ts'.length)}`, answer]),
  ),
);

const suite = 'tests/suite.jsonl';
const caseAddress = { suite, case: 'A' };
const attempt = { suiteKey: suite, caseId: 'A', attempt: 1, reviewer: 'ann' };

/** A valid request for each route, and the names of the request's fields that contain file names. */
type Sound = {
  search?: Readonly<Record<string, string>>;
  body?: object;
  files?: readonly string[];
  /** True if the test is slow, because it starts a process for many of the file names that it tries. */
  slow?: true;
};
const sound: Readonly<Record<string, Sound>> = {
  'GET case-history': { search: { ...caseAddress, like: 'run-1' } },
  'GET cases': {},
  'POST cases': {
    body: { ...attempt, reviewer: undefined, runId: 'run-1', upTo: 1, target: suite, id: 'new' },
    files: ['target'],
  },
  'GET cases/agents': { search: { suite }, files: ['suite'] },
  'GET cases/answers': { search: caseAddress },
  'POST cases/changes': { body: { suiteKey: suite, text: '', all: true } },
  'GET cases/file': { search: { suite }, files: ['suite'] },
  'POST cases/file': { body: { suite, text: '', base: null }, files: ['suite'] },
  'POST cases/generate': {
    body: { by: 'agents', id: 'scribe', target: 'shop', count: 1, focus: 'prices' },
    slow: true,
  },
  'GET cases/check': { search: { suite }, files: ['suite'] },
  'GET cases/outcomes': { search: { suite } },
  'GET cases/proposals': { search: caseAddress, slow: true },
  'POST cases/bulk-edits': {
    body: { suiteKey: suite, caseIds: ['A'], mark: { kind: 'quarantine', on: true } },
    files: ['suiteKey'],
  },
  'POST cases/references': {
    body: { suiteKey: suite, references: [{ kind: 'attachment', name: 'file://tests/image.png' }] },
    files: ['suiteKey'],
  },
  'POST cases/rules': { body: { suiteKey: suite, caseId: 'A', tool: 'refund', wish: 'never' }, files: ['suiteKey'] },
  'GET cases/search': { search: { q: 'hello' } },
  'GET cases/autocomplete-names': { search: { suite } },
  'POST cases/phrase-rules': {
    body: { suiteKey: suite, caseId: 'A', words: 'x', wish: 'must', save: false },
    files: ['suiteKey'],
  },
  'GET compare': { search: { base: 'run-1', head: 'run-1' } },
  'GET compare/matrix': { search: { suite, agent: 'shop' } },
  'POST compare/matrix': { body: { runs: ['run-1'], cases: [{ suiteKey: suite, caseId: 'A' }] } },
  'GET history/export': { slow: true },
  'POST history/import': { body: { step: 'end', upload: '8f824a6c-aa46-4006-8c25-a7cbd04f6511' } },
  'POST history/reset': { body: {} },
  'POST history/retention': { body: { keep: 5 } },
  'POST history/task': { body: { task: 'check' }, slow: true },
  'GET mcp': {},
  'POST mcp': { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  'GET overview': {},
  'GET reviews': {},
  'POST reviews': { body: { name: 'tone', queue: { question: 'Is it kind?', suites: [suite] } }, files: ['name'] },
  'GET reviews/queue': { search: { name: 'checked' }, files: ['name'] },
  'POST reviews/queue': {
    body: { ...attempt, queue: 'checked', runId: 'run-1', otherRunId: '', otherAttempt: 0, label: 'Good', note: 'x' },
    files: ['queue'],
  },
  'GET reviews/results': { search: { name: 'checked' }, files: ['name'] },
  'GET runs': { search: { q: 'shop' } },
  'POST runs': {
    body: { suites: [suite], context: 'ctx.json', agentId: 'nobody' },
    files: ['suites.0', 'context'],
    slow: true,
  },
  'GET runs/[runId]': {},
  'POST runs/[runId]/again': { body: { suite, case: 'A' }, slow: true },
  'GET runs/[runId]/attempt': { search: caseAddress },
  'GET runs/[runId]/attempt/body': { search: { ...caseAddress, at: '[1,"x"]' } },
  'GET runs/[runId]/attempt/call': { search: { ...caseAddress, seq: '5' } },
  'GET runs/[runId]/attempt/find': { search: { ...caseAddress, text: 'hello' } },
  'POST runs/[runId]/baseline': { body: { pinned: false } },
  'GET runs/[runId]/bisections': { search: caseAddress },
  'POST runs/[runId]/bisections': { body: { suite, case: 'A', attempt: 1, budget: 1 }, slow: true },
  'POST runs/[runId]/cancel': { body: {} },
  'GET runs/[runId]/case': { search: caseAddress },
  'GET runs/[runId]/cases': { search: { ...caseAddress, q: '' } },
  'GET runs/[runId]/events': {},
  'GET runs/[runId]/diagnosis': { search: caseAddress },
  'GET runs/[runId]/failures': {},
  'GET runs/[runId]/failures/map': {},
  'GET runs/[runId]/forks': {},
  'POST runs/[runId]/forks': { body: { suite, case: 'A', attempt: 1, turn: 1, runs: 1 }, slow: true },
  'POST runs/[runId]/hints': { body: { ...attempt, fault: 'leak 1', word: null } },
  'POST runs/[runId]/label': { body: { label: 'x' } },
  'GET runs/[runId]/report': { search: { format: 'md' } },
  'GET runs/[runId]/reviews': {},
  'POST runs/[runId]/reviews': { body: { ...attempt, verdict: null, note: 'x' } },
  'GET runs/[runId]/reviews/sample': { search: { reviewer: 'ann', part: '0' } },
  'GET runs/[runId]/spending': {},
  'GET runs/[runId]/spending/turns': { search: caseAddress },
  'GET runs/[runId]/case-health': {},
  'GET runs/[runId]/workers': {},
  'POST runs/delete': { body: { runIds: ['nobody'] } },
  'POST runs/example': { body: {}, slow: true },
  'POST runs/restore': { body: { runIds: ['nobody'] } },
  'GET settings': {},
  'GET search': { search: { q: 'hello', run: 'run-1', before: '5' } },
  'GET trends': { search: { suite, agent: 'shop', connector: 'x' } },
  'GET trends/case': { search: { ...caseAddress, connector: 'x' } },
  'POST try': { body: { agent: 'agent.ts', name: 'x', model: 'x', export: 'x' }, slow: true },
  'GET views': {},
  'POST views': { body: { name: 'models', view: { version: 1 }, base: null } },
  'GET workspace': {},
};

const SECRET = 'the-words-of-another-folder';
const aCase = `{"id": "A", "input": "${SECRET}"}\n`;

/** Names of files that no request may reach, and names that no file system accepts. */
const hostileNames = [
  ...['../outside/cases.jsonl', 'tests/../../outside/cases.jsonl', 'tests\\..\\..\\outside\\cases.jsonl'],
  ...['tests/link.jsonl', 'linked/cases.jsonl', 'tests/loop.jsonl', 'tests/nowhere.jsonl'],
  ...['.hidden/cases.jsonl', 'tests/.cases.jsonl', 'node_modules/x/cases.jsonl', '/etc/passwd', 'file:///etc/passwd'],
  ...[
    'tests/a\0.jsonl',
    '\0',
    `${'x'.repeat(5_000)}.jsonl`,
    `${'x/'.repeat(3_000)}cases.jsonl`,
    `${suite}/cases.jsonl`,
  ],
  ...['message hi', '--help', '-', '.', '..', '../outside/rows.csv#contains', '%2e%2e%2foutside%2fcases'],
];

const fewHostileNames = ['../outside/cases.jsonl', 'tests/a\0.jsonl', '--help'];

const { root, history } = setUpServedWorkspace({
  'runner.config.json': JSON.stringify({ agents: { shop: { type: 'scripted', rules: [{ answer: 'hello' }] } } }),
  'agent.ts': 'export default () => "hello";\n',
  'ctx.json': '{}',
  'reviews/checked.jsonc': '{"question": "Is it kind?"}',
  [suite]: '{"id": "A", "input": "hello"}\n',
  '.hidden/cases.jsonl': aCase,
  'tests/.cases.jsonl': aCase,
  'node_modules/x/cases.jsonl': aCase,
});
const folderOutside = () => path.join(root(), '..', `${path.basename(root())}-outside`);

beforeEach(async () => {
  mkdirSync(folderOutside());
  writeFileSync(path.join(folderOutside(), 'cases.jsonl'), aCase);
  symlinkSync(path.join(folderOutside(), 'cases.jsonl'), path.join(root(), 'tests/link.jsonl'));
  symlinkSync(path.join(folderOutside(), 'nowhere.jsonl'), path.join(root(), 'tests/nowhere.jsonl'));
  symlinkSync('loop.jsonl', path.join(root(), 'tests/loop.jsonl'));
  symlinkSync(folderOutside(), path.join(root(), 'linked'));
  await writeResults(history(), { runId: 'run-1', at: 1, results: [caseResult({ id: 'A' })] });
});
afterEach(() => rmSync(folderOutside(), { recursive: true, force: true }));

it('every route is here', () => {
  expect([...methods.keys()].toSorted()).toEqual(Object.keys(sound).toSorted());
});

describe.each(Object.keys(sound))('%s', (name) => {
  const { search = {}, body, files = [], slow } = sound[name] ?? {};

  it('answers what is asked properly', async () => {
    const { status } = await callRoute(name, { search, body });
    expect(status).toBeLessThan(500);
  });

  it('reaches nothing else by any name, and says so', async () => {
    const fields = [
      ...textPaths(search).map((field) => ({ field, of: 'search' as const })),
      ...textPaths(body).map((field) => ({ field, of: 'body' as const })),
    ];
    for (const named of hostileNames) {
      const hostileValue = named.replaceAll('outside', path.basename(folderOutside()));
      const isFew = fewHostileNames.includes(named);
      for (const { field, of } of fields) {
        if (slow && !isFew && !files.includes(field)) continue;
        const request =
          of === 'search'
            ? { search: withValue(search, field, hostileValue), body }
            : { search, body: withValue(body, field, hostileValue) };
        const { status, text } = await callRoute(name, request);
        const description = `${field} = ${JSON.stringify(hostileValue.slice(0, 80))}: ${status} ${text.slice(0, 300)}`;
        expect(status, description).toBeLessThan(500);
        expect(text, description).not.toContain(SECRET);
        if (files.includes(field)) expect([400, 404], description).toContain(status);
      }
      // A route without a run id in its path is skipped here, because it would get the same valid request again.
      if (!name.includes('[runId]') || (slow && !isFew)) continue;
      const { status, text } = await callRoute(name, { search, body, runId: hostileValue });
      expect(status, `run ${JSON.stringify(hostileValue.slice(0, 80))}: ${text.slice(0, 300)}`).toBeLessThan(500);
    }
    expect(readdirSync(folderOutside())).toEqual(['cases.jsonl']);
    expect(readFileSync(path.join(folderOutside(), 'cases.jsonl'), 'utf8')).toBe(aCase);
    expect(existsSync(path.join(root(), 'runner.config.json'))).toBe(true);
    expect(listRuns(history(), { limit: 10 }).filter(({ runId }) => runId !== 'run-1')).toEqual([]);
  });

  if (body === undefined) return;
  it('understands no other JSON, however deep, and no text', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const text of [deep, '{"a":'.repeat(100_000), '', '{', 'null', '[]', '"text"', '\0']) {
      const { status } = await callRoute(name, { search, body: text });
      expect([200, 400, 404, 406], text.slice(0, 20)).toContain(status);
    }
  });
});

type RouteRequest = { search: Readonly<Record<string, string>>; body: unknown; runId?: string };

async function callRoute(
  name: string,
  { search, body, runId = 'run-1' }: RouteRequest,
): Promise<{ status: number; text: string }> {
  const answer = methods.get(name);
  if (answer === undefined) throw new Error(`there is no ${name}`);
  const query = new URLSearchParams(search).toString();
  const request = body === undefined ? new Request(`http://127.0.0.1:4319/api?${query}`) : createPostRequest(body);
  const response = await answer(request, createRunParams(runId));
  return { status: response.status, text: await response.text() };
}

/** Returns the paths of all strings in a value. */
function textPaths(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' ? [key] : textPaths(member).map((field) => `${key}.${field}`),
  );
}

function withValue<Holder>(holder: Holder, field: string, value: string): Holder {
  const copy = structuredClone(holder);
  const keys = field.split('.');
  const last = keys.pop() ?? '';
  const parentObject = keys.reduce<unknown>((parent, key) => Reflect.get(Object(parent), key), copy);
  Reflect.set(Object(parentObject), last, value);
  return copy;
}
