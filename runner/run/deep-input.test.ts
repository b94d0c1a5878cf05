import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parsePlainAnswer } from '../agents/plain-answer.ts';
import { parseTranscripts } from '../agents/replay/read-transcripts.ts';
import { parseJudgeVerdict } from '../assertions/agent/judge-verdict.ts';
import { judgeValueAsOutput } from '../assertions/evaluate-assertion.ts';
import { createDocumentCheck } from '../authoring/check-document.ts';
import type { Assertion } from '../contract/index.ts';
import { loadContextFile } from '../inputs/context-file.ts';
import { parseCases } from '../inputs/parse-cases.ts';
import { parseCassette } from '../models/cassette/read-cassette.ts';
import { loadJsonc } from '../models/read-jsonc.ts';
import { parseReport } from '../reporters/read/read-report.ts';
import { plannedCase, runPlan, standardCase } from '../testing/case-factory.ts';
import { listResultsInEvents, recordRun } from '../testing/record-run.ts';
import { loadConfig } from '../workspace/load-config.ts';
import { parseYaml } from '../yaml/read-yaml.ts';

const DEPTH = 100_000;
const list = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const object = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
const tooDeep = /nested more than 500 levels deep/;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-deep-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeFile(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe(`what is nested ${DEPTH} levels deep`, () => {
  it.each([
    ['a value of a case', `{"id":"a","input":"x","metadata":${list}}`, 1],
    ['a case that is nothing else', object, 1],
    ['a value in a case over several lines', `{"id":"a",\n"metadata":${object}}`, 2],
    ['a value of an assertion', `{"id":"a","input":"x","assert":[{"type":"equals","value":${list}}]}`, 1],
  ])('is refused with its line: %s', (_, text, line) => {
    const { problems } = parseCases({ text: `${text}\n{"id":"b","input":"y"}`, file: 's.jsonl', hashOf: () => '' });
    expect(problems).toMatchObject([{ line, message: expect.stringMatching(tooDeep) }]);
    expect(createDocumentCheck({ file: 's.jsonl' }).check(text).problems).toMatchObject([
      { message: expect.stringMatching(tooDeep) },
    ]);
  });

  it('is refused in a list of cases, and a case that never ends is said to be one', () => {
    const parse = (text: string) => parseCases({ text, file: 's.json', hashOf: () => '' }).problems;
    expect(parse(`[{"id":"a","input":"x","metadata":${list}}]`)[0]?.message).toMatch(tooDeep);
    expect(parse(`{"id":"a","metadata":${'['.repeat(DEPTH)}`)[0]?.message).toMatch(/never closed/);
  });

  it.each([
    ['of lists', `a: ${list}`],
    ['of objects', `a: ${object}`],
    ['on one line', `${'- '.repeat(5_000)}a`],
  ])('is refused in YAML, %s', (_, text) => {
    const parsed = parseYaml(z.unknown(), { text, file: 'a.yml' });
    expect(parsed).toMatchObject({ ok: false, problems: [{ line: 1, message: expect.stringMatching(tooDeep) }] });
  });

  it('is refused in files beside the cases, with the place', async () => {
    const variables = {};
    writeFileSync(path.join(folder, 'runner.config.json'), `{"agents":${object}}`);
    await expect(loadConfig({ root: folder, variables })).rejects.toThrow(/runner\.config\.json:1:\d+: it is nested/);
    await expect(loadContextFile(writeFile('ctx.json', object), 'ctx.json')).rejects.toMatchObject({
      details: [expect.stringMatching(/^ctx\.json:1:\d+: it is nested/)],
    });
    expect(() => loadJsonc(writeFile('a.conn.yao', object))).toThrow(tooDeep);
    expect(() => parseTranscripts(`{"id":"a","turns":[{"output":${list}}]}`)).toThrow(/^line 1: it is nested/);
    expect(() => parseCassette(`{"cassette":1,"suite":"s","now":${list}}`, 'a')).toThrow(/^a:1: .*nested/);
    expect(() => parseReport(list)).toThrow(tooDeep);
  });

  it('is the fault of the agent in its answer, and costs only the attempt', async () => {
    expect(() => parsePlainAnswer({ id: 'a' }, `{"content":"x","next":${list}}`)).toThrow(
      /agent "a" answered .*nested/,
    );
    const answers = [
      { content: 'x', toolCalls: [], next: JSON.parse(list) },
      { content: 'x', toolCalls: [{ tool: 'find', arguments: JSON.parse(object) }] },
      { content: 'x', toolCalls: [] },
    ];
    const plan = runPlan(['1', '2', '3'].map((id) => plannedCase(standardCase({ id }), { agentId: 'deep' })));
    const { events, done } = recordRun(plan, [
      { id: 'deep', invoke: async () => answers.shift() ?? { content: '', toolCalls: [] } },
    ]);
    await done;
    expect(listResultsInEvents(events)).toMatchObject([
      { status: 'error', error: expect.stringMatching(/returned data that cannot be used: it is nested/) },
      {
        status: 'error',
        error: expect.stringMatching(/called find, but the call cannot be used: its arguments are nested/),
      },
      { status: 'passed' },
    ]);
  });

  it('is not found by rules that look for JSON in a text, and they say why', async () => {
    for (const assertion of [
      { type: 'json_path', path: 'a', value: 1 },
      { type: 'type', path: 'a', value: 'number' },
    ] satisfies Assertion[]) {
      expect(judgeValueAsOutput(assertion, object)).toMatchObject({
        status: 'failed',
        message: expect.stringMatching(/got JSON that cannot be read, because it is nested/),
      });
    }
    expect(parseJudgeVerdict(list)).toBeUndefined();
    expect(parseJudgeVerdict(`{"passed": true, "more": ${object}}`)).toBeUndefined();
  });
});
