import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { POST as mark } from '../cases/bulk-edits/route';
import { POST as saveView, GET as views } from '../views/route';
import { GET as matrix, POST as words } from './matrix/route';

const suite = 'tests/suite.jsonl';
const { history, root } = setUpServedWorkspace({ [suite]: '{"id": "A", "input": "hi"}\n' });
const json = async (answer: Promise<Response>) => (await answer).json();

beforeEach(async () => {
  await writeResults(history(), { runId: 'one', at: 1, connector: 'small', results: [caseResult({ id: 'A' })] });
  const failed = [caseResult({ id: 'A', status: 'failed', output: 'No.' })];
  await writeResults(history(), { runId: 'two', at: 2, connector: 'large', results: failed });
});

describe('/api/compare/matrix', () => {
  it('answers the models of a suite, or the named runs', async () => {
    const ofModels = await json(matrix(createGetRequest({ suite, agent: 'shop' })));
    expect(ofModels.columns.map(({ runId }: { runId: string }) => runId)).toEqual(['two', 'one']);
    const named = await json(matrix(createGetRequest({ runs: 'one,two' })));
    expect(named).toMatchObject({
      columns: [{ runId: 'one' }, { runId: 'two' }],
      rows: [[0, 'A', [1, 1, 1500, null], [0, 1, 1500, null]]],
    });
  });

  it('answers the words of cases', async () => {
    const body = { runs: ['one', 'two'], cases: [{ suiteKey: suite, caseId: 'A' }] };
    expect(await json(words(createPostRequest(body)))).toMatchObject({
      words: [[{ status: 'passed' }, { status: 'failed', cause: expect.any(String) }]],
    });
  });

  it.each([
    ['a run that is not there', () => matrix(createGetRequest({ runs: 'lost' })), 404, 'There is no run lost'],
    ['another rule', () => matrix(createGetRequest({ suite, by: 'luck' })), 400, 'by: '],
    ['no runs', () => words(createPostRequest({ runs: [], cases: [] })), 400, 'runs: '],
    ['seven runs', () => matrix(createGetRequest({ runs: '1,2,3,4,5,6,7' })), 400, 'at most 6 runs'],
  ])('refuses %s', async (_, sendRequest, status, message) => {
    const refusal = await parseRefusal(sendRequest());
    expect(refusal.status).toBe(status);
    expect(refusal.words).toContain(message);
  });
});

describe('/api/views', () => {
  it('saves a view and lists it', async () => {
    const view = { version: 1, suite, agent: 'shop', mode: 'worse' };
    const savedView = await saveView(createPostRequest({ name: 'Models', view, base: null }));
    expect(savedView.status).toBe(201);
    expect(await json(views(createGetRequest()))).toMatchObject({ views: [{ name: 'Models', view }] });
    const refusal = await parseRefusal(saveView(createPostRequest({ name: 'Models', view, base: null })));
    expect(refusal.words).toContain('views/Models.json already exists');
  });

  it('refuses a view that is none', async () => {
    const { status } = await parseRefusal(saveView(createPostRequest({ name: 'v', view: { version: 2 }, base: null })));
    expect(status).toBe(400);
  });
});

describe('POST /api/cases/bulk-edits', () => {
  it('writes the mark into the case file', async () => {
    const request = { suiteKey: suite, caseIds: ['A'], mark: { kind: 'quarantine', on: true } };
    expect(await json(mark(createPostRequest(request)))).toEqual({ caseIds: ['A'] });
    expect(readFileSync(path.join(root(), suite), 'utf8')).toBe('{"id": "A", "input": "hi", "quarantine": true}\n');
  });

  it.each([[{ kind: 'tag', tag: '', on: true }], [{ kind: 'delete', on: true }]])('refuses %j', async (wrongChange) => {
    const { status } = await parseRefusal(
      mark(createPostRequest({ suiteKey: suite, caseIds: ['A'], mark: wrongChange })),
    );
    expect(status).toBe(400);
  });
});
