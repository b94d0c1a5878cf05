import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGetRequest, createPostRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { writeEvents } from '@/runner/history/testing/temporary-histories';
import { runPlan, standardCase } from '@/runner/testing/case-factory';
import { answeringAgent } from '@/runner/testing/fake-agents';
import { recordRun } from '@/runner/testing/record-run';
import { GET as describeWorkspace } from '../workspace/route';
import { GET as answers } from './answers/route';
import { GET as seen } from './autocomplete-names/route';
import { POST as whatChanges } from './changes/route';
import { GET as listCases } from './check/route';
import { GET as readFile, POST as saveFile } from './file/route';
import { POST as generate } from './generate/route';
import { GET as outcomes } from './outcomes/route';
import { POST as checkReferences } from './references/route';
import { POST as addCase, GET as listFiles } from './route';
import { POST as addRule } from './rules/route';
import { GET as search } from './search/route';

const suite = 'tests/suite.jsonl';
const text = '{"id": "T001", "input": "Where is my refund?", "tags": ["money"]}\n{"id": "T002", "input": "hello"}\n';
const { root, history } = setUpServedWorkspace({
  'runner.config.json': JSON.stringify({
    agents: { shop: { type: 'scripted', rules: [{ answer: 'hi' }] } },
  }),
  'connectors/gpt.conn.yao': '{"type": "openai", "options": {"model": "gpt", "key": "$ENV.SHOP_KEY"}}',
  [suite]: text,
  'tests/broken.jsonl': '{"id": "X", "input": 1, "asert": []}\n',
});
const get = async (answer: Promise<Response>) => (await answer).json();
const onDisk = () => readFileSync(path.join(root(), suite), 'utf8');

beforeEach(async () => {
  const response = { content: 'on its way', toolCalls: [{ tool: 'find_order', result: { id: 7 } }] };
  const plan = runPlan([standardCase({ id: 'T001', input: 'Where is my refund?' })]);
  const { events, done } = recordRun(plan, [answeringAgent('echo', () => response)]);
  await done;
  await writeEvents(history(), events);
});

describe('POST /api/cases/rules', () => {
  const rule = { suiteKey: suite, caseId: 'T002', tool: 'refund', wish: 'never' };

  it('writes a rule into its case, and leaves the rest as it is', async () => {
    expect((await addRule(createPostRequest(rule))).status).toBe(201);
    const neverCalled = '"assert": [{"type": "tool_called", "value": "refund", "times": 0}]';
    expect(onDisk()).toBe(text.replace('"hello"}', `"hello", ${neverCalled}}`));
  });

  it.each([
    [{ caseId: 'T009' }, `${suite} has no case "T009" any more.`],
    [{ suiteKey: 'tests/none.jsonl' }, 'none.jsonl'],
    [{ suiteKey: '../suite.jsonl' }, 'suite.jsonl'],
    [{ wish: 'perhaps' }, 'wish'],
  ])('writes nothing for %j', async (fields, message) => {
    const { words } = await parseRefusal(addRule(createPostRequest({ ...rule, ...fields })));
    expect(words).toContain(message);
    expect(onDisk()).toBe(text);
  });
});

describe('GET /api/cases and /api/workspace', () => {
  it('answer what an agent that is a model is told', async () => {
    const clerk = { type: 'openai', base_url: '$ENV.NOWHERE', model: 'm', api_key: '$ENV.NO_KEY', system: 'Be brief.' };
    writeFileSync(path.join(root(), 'runner.config.json'), JSON.stringify({ agents: { clerk } }));
    const { agents } = await get(describeWorkspace(createGetRequest()));
    expect(agents).toMatchObject([{ id: 'clerk', prompt: 'Be brief.' }]);
  });

  it('answer the files with their cases, their problems and their last run', async () => {
    const { folder, files } = await get(listFiles(createGetRequest()));
    expect(folder).toBe(root());
    expect(files).toMatchObject([
      { key: 'tests/broken.jsonl', cases: 0, problems: 2 },
      { key: suite, cases: 2, problems: 0, last: [{ runId: 'run-1' }] },
    ]);
    expect(files[0].last).toEqual([]);
  });

  it('answer the files also while the config is broken', async () => {
    writeFileSync(path.join(root(), 'runner.config.json'), '{ "agents": ');
    expect((await get(listFiles(createGetRequest()))).files).toHaveLength(2);
    expect(await parseRefusal(describeWorkspace(createGetRequest()))).toMatchObject({ status: 422 });
  });

  it('answer who can be asked, and never a key', async () => {
    const answer = await (await describeWorkspace(createGetRequest())).text();
    expect(JSON.parse(answer)).toMatchObject({
      folder: root(),
      agents: [{ id: 'shop' }],
      connectors: [{ id: 'gpt', keyVariable: 'SHOP_KEY', keyPresent: false }],
    });
  });
});

describe('GET below /api/cases', () => {
  it('answers the text of a file once, then that it is the same, then that it is gone', async () => {
    const file = await get(readFile(createGetRequest({ suite })));
    expect(file).toMatchObject({ status: 'text', text });
    const fileVersion = { suite, sha256: file.sha256 };
    expect(await get(readFile(createGetRequest(fileVersion)))).toMatchObject({ status: 'same' });
    rmSync(path.join(root(), suite));
    expect(await get(readFile(createGetRequest(fileVersion)))).toEqual({ status: 'gone' });
  });

  it('answers the cases of a file, or what keeps it from being read', async () => {
    expect(await get(listCases(createGetRequest({ suite })))).toMatchObject({
      cases: [
        { id: 'T001', line: 1, kind: 'standard', tags: ['money'] },
        { id: 'T002', line: 2 },
      ],
      problems: [],
    });
    const { cases, problems } = await get(listCases(createGetRequest({ suite: 'tests/broken.jsonl' })));
    expect(cases).toEqual([]);
    expect(problems[0]).toMatchObject({ severity: 'error', line: 1 });
  });

  it('answers how the cases of a suite went, their answers, and the names that occurred', async () => {
    expect(await get(outcomes(createGetRequest({ suite })))).toMatchObject({
      outcomes: [{ caseId: 'T001', status: 'passed', runId: 'run-1' }],
    });
    const recordedAnswers = await get(answers(createGetRequest({ suite, case: 'T001' })));
    expect(recordedAnswers).toMatchObject({
      leftOut: 0,
      answers: [{ runId: 'run-1', agentId: 'echo', turns: [{ turn: 1 }] }],
    });
    const names = await get(seen(createGetRequest({ suite })));
    expect(names).toMatchObject({ agents: ['shop'], connectors: ['gpt'], tools: ['find_order'] });
  });

  it('finds cases by what they say, with how they went', async () => {
    const responseText = JSON.stringify(await get(search(createGetRequest({ q: 'refund' }))));
    expect(responseText).toContain('"T001"');
    expect(responseText).not.toContain('"T002"');
  });

  it.each<[string, () => Promise<Response>]>([
    ['suite', () => readFile(createGetRequest())],
    ['suite', () => listCases(createGetRequest())],
    ['suite', () => outcomes(createGetRequest())],
    ['suite', () => seen(createGetRequest())],
    ['case', () => answers(createGetRequest({ suite }))],
    ['q', () => search(createGetRequest({ q: ' ' }))],
    ['q', () => search(createGetRequest())],
  ])('is refused with the name of %s', async (field, sendRequest) => {
    const { status, code, words } = await parseRefusal(sendRequest());
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(words).toContain(`${field}: `);
  });

  it.each(['tests/none.jsonl', '../elsewhere.jsonl', '/etc/passwd', 'runner.config.json'])(
    'has no case file %s',
    async (key) => {
      const { status, words } = await parseRefusal(readFile(createGetRequest({ suite: key })));
      expect(status).toBe(404);
      expect(words).toContain(key);
    },
  );
});

describe('POST /api/cases/file', () => {
  it('saves what was made from the file as it is', async () => {
    const { sha256: base } = await get(readFile(createGetRequest({ suite })));
    const response = await saveFile(createPostRequest({ suite, text: '{"id": "N", "input": "new"}\n', base }));
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'saved' }]);
    expect(onDisk()).toBe('{"id": "N", "input": "new"}\n');
  });

  it('keeps what somebody else wrote, and answers it', async () => {
    const { sha256: base } = await get(readFile(createGetRequest({ suite })));
    writeFileSync(path.join(root(), suite), '{"id": "other"}\n');
    const response = await saveFile(createPostRequest({ suite, text: 'mine', base }));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ status: 'changed', file: { text: '{"id": "other"}\n' } });
    expect(onDisk()).toBe('{"id": "other"}\n');
  });

  it('answers that the file is gone', async () => {
    rmSync(path.join(root(), suite));
    const response = await saveFile(createPostRequest({ suite, text: 'mine', base: 'x' }));
    expect([response.status, await response.json()]).toEqual([409, { status: 'gone' }]);
  });

  it('makes a file that is not there, once', async () => {
    const file = { suite: 'tests/new/first.jsonl', text, base: null };
    expect((await saveFile(createPostRequest(file))).status).toBe(201);
    expect(await parseRefusal(saveFile(createPostRequest(file)))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it.each([
    ['outside of the workspace', { suite: '../a.jsonl', text, base: null }],
    ['of another kind', { suite: 'tests/a.txt', text, base: null }],
    ['over the config', { suite: 'runner.config.json', text, base: 'x' }],
    ['without a base', { suite, text }],
    ['with more than it should have', { suite, text, base: null, force: true }],
  ])('refuses a file %s', async (_what, body) => {
    expect(await parseRefusal(saveFile(createPostRequest(body)))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
    expect(onDisk()).toBe(text);
  });
});

describe('POST /api/cases', () => {
  const conversation = { runId: 'run-1', suiteKey: suite, caseId: 'T001', attempt: 1, upTo: 1 };

  it('writes a conversation as a case at the end of a file', async () => {
    const response = await addCase(createPostRequest({ ...conversation, target: suite, id: 'T003', contains: 'way' }));
    expect([response.status, await response.json()]).toEqual([201, { id: 'T003', target: suite }]);
    const lines = onDisk().slice(text.length).trim();
    expect(onDisk().startsWith(text)).toBe(true);
    expect(JSON.parse(lines)).toMatchObject({ id: 'T003' });
  });

  it.each([
    ['of a run that is not there', 404, { runId: 'run-2' }],
    ['up to a turn that never was', 400, { upTo: 9 }],
    ['with an id that is taken', 400, { id: 'T002' }],
    ['without an id', 400, { id: ' ' }],
    ['into a file that is none of the workspace', 400, { target: '../a.jsonl' }],
    ['into a file that has problems', 400, { target: 'tests/broken.jsonl' }],
  ])('writes no case %s', async (_what, status, wrongFields) => {
    const body = { ...conversation, target: suite, id: 'T003', ...wrongFields };
    expect((await parseRefusal(addCase(createPostRequest(body)))).status).toBe(status);
    expect(onDisk()).toBe(text);
  });
});

describe('POST /api/cases/references', () => {
  it('answers what is against each name, in order', async () => {
    const references = [
      { kind: 'simulator', name: 'shop' },
      { kind: 'simulator', name: 'ship' },
    ];
    const { problems } = await get(checkReferences(createPostRequest({ suiteKey: suite, references })));
    expect(problems[0]).toBeNull();
    expect(JSON.stringify(problems[1])).toContain('ship');
  });

  it('is refused for no case file, and for what cannot be named', async () => {
    const elsewhere = { suiteKey: '../a.jsonl', references: [] };
    expect(await parseRefusal(checkReferences(createPostRequest(elsewhere)))).toMatchObject({ status: 404 });
    const oddRequest = { suiteKey: suite, references: [{ kind: 'wish', name: 'x' }] };
    expect((await parseRefusal(checkReferences(createPostRequest(oddRequest)))).words).toContain('references.0.kind: ');
  });
});

describe('POST /api/cases/generate', () => {
  it.each([
    ['by', { by: 'magic' }],
    ['id', { id: '--help' }],
    ['count', { count: 201 }],
    ['focus', { focus: ' ' }],
    ['target', { target: '' }],
  ])('is refused with the name of %s before anything is asked', async (field, wrongFields) => {
    const body = { by: 'agents', id: 'scribe', target: 'shop', count: 1, ...wrongFields };
    const { status, words } = await parseRefusal(generate(createPostRequest(body)));
    expect(status).toBe(400);
    expect(words).toContain(`${field}: `);
  });
});

describe('what an edit would change', () => {
  const getChanges = (edited: string) =>
    get(whatChanges(createPostRequest({ suiteKey: suite, text: edited, all: false })));
  const asserting = (value: string) =>
    `{"id": "T001", "input": "Where is my refund?", "assert": {"type": "contains", "value": "${value}"}}\n`;

  it('is nothing where the verdicts stay', async () => {
    const noChanges = { changes: [], attempts: 1, runs: 1, olderRuns: 0 };
    expect(await getChanges(text)).toEqual(noChanges);
    expect(await getChanges(asserting('way'))).toEqual(noChanges);
  });

  it('is named with the case, the verdicts and an attempt', async () => {
    const { changes } = await getChanges(asserting('elsewhere'));
    expect(changes).toEqual([
      { caseId: 'T001', was: 'passed', now: 'failed', count: 1, runId: 'run-1', attempt: 1, why: expect.any(String) },
    ]);
    const caseLine = '{"id": "T001", "input": "Where is my refund?", "assert": {"type": "agent", "use": "judge"}}';
    expect((await getChanges(caseLine)).changes).toMatchObject([{ now: 'open', why: 'One check needs a new run.' }]);
  });

  it('is asked about nothing but what can be read', async () => {
    expect(await getChanges('{"id": "T001", "inp')).toMatchObject({ changes: [], attempts: 0 });
    expect(await parseRefusal(whatChanges(createPostRequest({ suiteKey: suite })))).toMatchObject({ status: 400 });
  });
});
