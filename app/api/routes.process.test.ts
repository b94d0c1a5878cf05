import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, createRunParams } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { getRun } from '@/runner/history';
import { POST as generate } from './cases/generate/route';
import { GET as exportHistory } from './history/export/route';
import { POST as upload } from './history/import/route';
import { POST as reset } from './history/reset/route';
import { POST as task } from './history/task/route';
import { POST as runAgain } from './runs/[runId]/again/route';
import { GET as readEvents } from './runs/[runId]/events/route';
import { GET as report } from './runs/[runId]/report/route';
import { GET as listRuns, POST as startRun } from './runs/route';

const suite = 'tests/suite.jsonl';
const rules = [{ answer: 'hello there' }];
const { history, root } = setUpServedWorkspace({
  'runner.config.json': JSON.stringify({
    agents: {
      shop: { type: 'scripted', rules },
      clerk: { type: 'openai', base_url: 'http://127.0.0.1:9/v1', model: 'away', system: 'You greet.' },
    },
    models: { kind: { type: 'scripted', rules }, curt: { type: 'scripted', rules: [{ answer: 'bye' }] } },
  }),
  [suite]: [
    { id: 'A', input: 'hello', assert: { type: 'contains', value: 'hello' } },
    { id: 'B', input: 'hello', assert: { type: 'contains', value: 'bye' } },
  ]
    .map((item) => `${JSON.stringify(item)}\n`)
    .join(''),
});
const get = async (answer: Promise<Response>) => (await answer).json();
let runId = '';

/** Reads the event stream of a run to its end, so that the run has finished afterwards. */
async function follow(id: string): Promise<string> {
  return (await readEvents(createGetRequest(), createRunParams(id))).text();
}

beforeEach(async () => {
  const answer = await startRun(createPostRequest({ suites: [suite], agentId: 'shop' }));
  expect(answer.status).toBe(201);
  runId = (await answer.json()).runId;
  await follow(runId);
});

describe('a run that is asked for', () => {
  it('is in the history, and can be run again with what did not pass', async () => {
    expect(getRun(history(), runId)).toMatchObject({ status: 'failed', agentId: 'shop' });
    const rerun = await runAgain(createPostRequest({ only: 'bad' }), createRunParams(runId));
    expect(rerun.status).toBe(201);
    const second = (await rerun.json()).runId;
    expect(await follow(second)).toContain('"type":"run.finished"');
    expect(getRun(history(), second)).toMatchObject({ total: 1 });
  });

  it('can be run again on another model, which has a series of its own', async () => {
    const startedRun = await startRun(
      createPostRequest({ suites: [suite], agentId: 'clerk', connector: 'kind', cases: ['A'] }),
    );
    const first = (await startedRun.json()).runId;
    await follow(first);
    const rerun = await runAgain(createPostRequest({ connector: 'curt' }), createRunParams(first));
    expect(rerun.status).toBe(201);
    const second = (await rerun.json()).runId;
    await follow(second);
    const wholeRun = { agentId: 'clerk', total: 1 };
    expect(getRun(history(), first)).toMatchObject({ ...wholeRun, connector: 'kind', status: 'passed' });
    expect(getRun(history(), second)).toMatchObject({ ...wholeRun, connector: 'curt', status: 'failed' });
  });

  it('is not run again on a model that nobody has, or that has no name', async () => {
    const unknown = await runAgain(createPostRequest({ connector: 'nobody' }), createRunParams(runId));
    expect(unknown.status).toBe(200);
    const { ok, problems } = await unknown.json();
    expect(ok).toBe(false);
    expect(problems.join()).toContain('connector "nobody" not found; known: kind, curt');
    const nameless = await runAgain(createPostRequest({ connector: '' }), createRunParams(runId));
    expect(nameless.status).toBe(400);
  });

  it('is refused in the words of the runner', async () => {
    const answer = await startRun(createPostRequest({ suites: [suite], agentId: 'ship' }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ ok: false });
  });

  it('is refused with every place where its suite is broken', async () => {
    const broken = '{"id": "A", "input": "hi", "assert": {"type": "contian", "value": 1}}\n{"id": }\n';
    writeFileSync(path.join(root(), 'tests/broken.jsonl'), broken);
    const answer = await startRun(createPostRequest({ suites: ['tests/broken.jsonl'], agentId: 'shop' }));
    const { ok, problems } = await answer.json();
    expect(ok).toBe(false);
    expect(problems.join('\n')).toMatch(/broken\.jsonl:1:\d+/);
    expect(problems.join('\n')).toMatch(/broken\.jsonl:2:\d+/);
  });

  it.each(['md', 'json', 'xml', 'jsonl'])('can be had as a report in %s', async (format) => {
    const answer = await report(createGetRequest({ format }), createRunParams(runId));
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="report-${runId}.${format}"`);
    expect(await answer.text()).toContain('bye');
  });

  it('can be had as the page of one conversation, named for its case and turn', async () => {
    const answer = await report(
      createGetRequest({ format: 'html', suite, case: 'B', turn: '1' }),
      createRunParams(runId),
    );
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="B-T1.html"');
    expect(await answer.text()).toContain('data-open="case=B&amp;turn=1"');
    const missingReport = await report(
      createGetRequest({ format: 'html', suite, case: 'nobody' }),
      createRunParams(runId),
    );
    expect(missingReport.status).not.toBe(200);
  });
});

describe('the history of a workspace', () => {
  it('is exported, and comes back by an upload into a new one', async () => {
    const file = Buffer.from(await (await exportHistory(createGetRequest())).arrayBuffer());
    expect(gunzipSync(file).toString()).toContain(runId);
    await reset(createPostRequest({}));
    expect((await get(listRuns(createGetRequest()))).runs).toEqual([]);
    const { upload: name } = await get(upload(createPostRequest({ step: 'begin' })));
    await upload(createPostRequest({ step: 'add', upload: name, offset: 0, data: file.toString('base64') }));
    expect(await get(upload(createPostRequest({ step: 'end', upload: name })))).toMatchObject({ ok: true });
    expect((await get(listRuns(createGetRequest()))).runs).toMatchObject([{ runId }]);
  });

  it('takes nothing from a file that is none of Turntree', async () => {
    const { upload: name } = await get(upload(createPostRequest({ step: 'begin' })));
    const data = gzipSync('{"hello": 1}\n').toString('base64');
    await upload(createPostRequest({ step: 'add', upload: name, offset: 0, data }));
    expect(await get(upload(createPostRequest({ step: 'end', upload: name })))).toMatchObject({ ok: false });
  });

  it('is checked and tidied by the runner', async () => {
    for (const name of ['check', 'clean']) {
      const { ok, lines } = await get(task(createPostRequest({ task: name })));
      expect([ok, lines.length > 0]).toEqual([true, true]);
    }
  });
});

it('a generator that is not there is told in the words of the runner', async () => {
  const body = { by: 'agents', id: 'scribe', target: 'shop', count: 1 };
  const answer = await get(generate(createPostRequest(body)));
  expect(answer.ok).toBe(false);
  expect(answer.problems.join('\n')).toContain('scribe');
});
