import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, createRunParams, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { writeResults } from '@/runner/history/testing/temporary-histories';
import { caseResult } from '@/runner/testing/finished-run';
import { GET as readRun } from '../runs/[runId]/route';
import { GET as listRuns } from '../runs/route';
import { GET as settings } from '../settings/route';
import { POST as upload } from './import/route';
import { POST as reset } from './reset/route';
import { POST as retention } from './retention/route';
import { POST as task } from './task/route';

const { root, history } = setUpServedWorkspace({ 'runner.config.json': '{}' });
const get = async (answer: Promise<Response>) => (await answer).json();
const record = (runId: string, time: number) => writeResults(history(), { runId, at: time, results: [caseResult()] });

describe('GET /api/settings', () => {
  it('answers where Turntree works, and how large its history is', async () => {
    await record('first', 1);
    const response = await get(settings(createGetRequest()));
    expect(response).toMatchObject({ workspace: root(), history: { runs: 1, attempts: 1 } });
    expect(response.config).toEqual({ file: path.join(root(), 'runner.config.json') });
  });
});

describe('POST /api/history/retention', () => {
  it('names the runs that would go, and deletes none', async () => {
    await record('old', 1);
    await record('new', Date.now());
    expect(await get(retention(createPostRequest({ olderThanDays: 30 })))).toMatchObject({ runIds: ['old'] });
    expect(await get(retention(createPostRequest({ keep: 5 })))).toEqual({ runIds: [], oldest: [] });
    expect((await get(listRuns(createGetRequest()))).runs).toHaveLength(2);
  });

  it.each([{ keep: 0 }, { olderThanDays: -1 }, { keep: 1.5 }, { days: 3 }])('refuses %j', async (body) => {
    expect(await parseRefusal(retention(createPostRequest(body)))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });
});

describe('POST /api/history/reset', () => {
  it('begins a new history and keeps the one before', async () => {
    await record('first', 1);
    const { kept } = await get(reset(createPostRequest({})));
    expect(existsSync(path.join(root(), '.runner', kept))).toBe(true);
    expect((await get(listRuns(createGetRequest()))).runs).toEqual([]);
  });

  it('leaves nothing of the one before in what is read afterwards', async () => {
    await record('first', 1);
    expect((await readRun(createGetRequest(), createRunParams('first'))).status).toBe(200);
    await reset(createPostRequest({}));
    expect(await parseRefusal(readRun(createGetRequest(), createRunParams('first')))).toMatchObject({ status: 404 });
    await record('second', 2);
    expect((await readRun(createGetRequest(), createRunParams('second'))).status).toBe(200);
  });

  it('is refused with anything else than an empty object', async () => {
    await record('first', 1);
    for (const body of [{ all: true }, [], 'null', '']) {
      expect(await parseRefusal(reset(createPostRequest(body)))).toMatchObject({ status: 400 });
    }
    expect((await get(listRuns(createGetRequest()))).runs).toHaveLength(1);
  });
});

describe('POST /api/history/import', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it('puts a file together from its pieces', async () => {
    const { upload: name } = await get(upload(createPostRequest({ step: 'begin' })));
    await upload(createPostRequest({ step: 'add', upload: name, offset: 0, data: base64('one ') }));
    await upload(createPostRequest({ step: 'add', upload: name, offset: 4, data: base64('two') }));
    const [file = ''] = readdirSync(path.join(root(), '.runner', 'uploads'));
    expect(readFileSync(path.join(root(), '.runner', 'uploads', file), 'utf8')).toBe('one two');
  });

  it('refuses a piece that is not the next, and an upload that nobody began', async () => {
    const { upload: name } = await get(upload(createPostRequest({ step: 'begin' })));
    const gap = upload(createPostRequest({ step: 'add', upload: name, offset: 9, data: base64('x') }));
    expect(await parseRefusal(gap)).toMatchObject({ status: 400, words: expect.stringContaining('0') });
    const unknown = crypto.randomUUID();
    for (const body of [
      { step: 'add', upload: unknown, offset: 0, data: base64('x') },
      { step: 'end', upload: unknown },
    ]) {
      expect(await parseRefusal(upload(createPostRequest(body)))).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it.each([
    [{ step: 'stop' }],
    [{ step: 'add', upload: '../../etc', offset: 0, data: '' }],
    [{ step: 'add', upload: crypto.randomUUID(), offset: 0, data: 'not base64!' }],
    [{ step: 'begin', name: 'x' }],
  ])('does not understand %j', async (body) => {
    expect(await parseRefusal(upload(createPostRequest(body)))).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('POST /api/history/task', () => {
  it('has the two tasks of the page and no other', async () => {
    for (const body of [{ task: 'export' }, {}, { task: 'check', db: '/etc' }]) {
      expect(await parseRefusal(task(createPostRequest(body)))).toMatchObject({ status: 400, code: 'invalid_request' });
    }
  });
});
