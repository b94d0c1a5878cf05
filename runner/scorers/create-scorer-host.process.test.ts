import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import type { ScoreQuestion } from '../ports/index.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { createScorerHost, type WorkspaceScorers } from './create-scorer-host.ts';

const question: ScoreQuestion = {
  input: 'capital of France?',
  output: 'Paris',
  groundTruth: 'paris',
  expectedOutput: 'Paris',
  caseId: 'c1',
  tags: ['geo'],
  metadata: { level: 'easy' },
  toolCalls: [],
  direct: true,
};
const neverAborted = new AbortController().signal;

const open: { root: string; host: WorkspaceScorers }[] = [];
afterEach(async () => {
  for (const { root, host } of open.splice(0)) {
    await host.close();
    await rm(root, { recursive: true, force: true });
  }
});

type ScorerWorkspace = {
  files?: Record<string, string>;
  scorers?: object;
  workers?: { memoryMb?: number; pingMs?: number };
};

async function workspace({ files = {}, scorers = {}, workers = {} }: ScorerWorkspace) {
  const root = await createTemporaryWorkspace(files);
  const config = workspaceConfigSchema.parse({ scorers });
  const host = createScorerHost({ root, config, systems, variables: { PATH: process.env.PATH }, workers });
  open.push({ root, host });
  return {
    root,
    open: (type: string, folder = root) => host.open({ type, folder }, neverAborted),
    score: (scorer: string, changes: Partial<ScoreQuestion> = {}, signal = neverAborted) =>
      host.score({ scorer, question: { ...question, ...changes } }, signal),
  };
}

describe('a file of scorers', () => {
  it('is told of a column that a question has under another name', async () => {
    const { open: opened, score } = await workspace({
      files: {
        'scorers/facts.ts':
          "export default function facts({ output, ground_truth = '' }: any) { return output.includes(ground_truth) ? 1 : 0; }",
        'scorers/read.ts': 'export default (q) => (q.output === q.expected_output ? 1 : 0);',
        'scorers/either.ts':
          'export default (q) => ((q.ground_truth ?? q.groundTruth) === "paris" && q.metadata.tool_calls !== 1 ? 1 : 0);',
      },
    });
    for (const type of ['facts', 'read', 'either']) await opened(type);
    await expect(score('facts')).rejects.toThrow(
      'reads "ground_truth", which a scorer does not get; use "groundTruth" instead',
    );
    await expect(score('read')).rejects.toThrow('reads "expected_output"');
    expect(await score('either')).toEqual({ score: 1 });
  });

  it('exports a function that gets the question and answers a number or a score with a reason', async () => {
    const { open, score } = await workspace({
      files: {
        'scorers/plain.ts':
          'export default (q: { output: string; groundTruth: string }) => q.output === q.groundTruth ? 1 : 0.5;',
        'scorers/told.ts':
          'export default async (q) => ({ score: q.tags.length / 4, reason: q.metadata.level + q.caseId });',
      },
    });
    expect(await open('plain')).toEqual(['plain']);
    expect(await open('told')).toEqual(['told']);
    expect(await score('plain')).toEqual({ score: 0.5 });
    expect(await score('told')).toEqual({ score: 0.25, reason: 'easyc1' });
  });

  it('may be named otherwise, in a folder of its own, or lie beside the table', async () => {
    const { root, open, score } = await workspace({
      files: {
        'scorers/tone.ts': 'export const tone = () => 0.1; export const other = () => 0;',
        'scorers/depth/index.ts': 'export const anything = () => 0.2;',
        'tests/scorers/near.js': 'export default () => 0.3;',
      },
    });
    const folder = path.join(root, 'tests');
    expect([await open('tone'), await open('depth'), await open('near', folder)]).toEqual([
      ['tone'],
      ['depth'],
      ['near'],
    ]);
    expect(await Promise.all(['tone', 'depth', 'near'].map((name) => score(name)))).toEqual([
      { score: 0.1 },
      { score: 0.2 },
      { score: 0.3 },
    ]);
  });

  it('may have several scorers, each by its own name', async () => {
    const { open, score } = await workspace({
      files: {
        'scorers/list.ts': `
          function brevity() { return 0.1; }
          export default [brevity, { id: 'tone-scorer', name: 'Tone', run: () => ({ score: 0.2 }) }, () => 0.3];`,
        'scorers/record.ts': 'export default { brevity: () => 0.4, tone: { id: "x", run: () => ({ score: 0.5 }) } };',
      },
    });
    expect(await open('list')).toEqual(['brevity', 'tone-scorer', 'list-3']);
    expect(await open('record')).toEqual(['record/brevity', 'tone']);
    const names = ['brevity', 'tone-scorer', 'list-3', 'record/brevity', 'tone'];
    const scores = await Promise.all(names.map((name) => score(name)));
    expect(scores).toEqual([0.1, 0.2, 0.3, 0.4, 0.5].map((score) => ({ score })));
  });

  it.each([
    ['() => Number.NaN', 'its score is NaN, not a finite number'],
    ['() => Infinity', 'its score is Infinity, not a finite number'],
    ['() => ({ score: "0.5" })', 'its score is "0.5", not a finite number'],
    ['() => ({ reason: "none" })', "answered { reason: 'none' }, which has no score"],
    ['() => "0.5"', 'answered "0.5"; a scorer answers a number or {score, reason}'],
    ['() => undefined', 'answered undefined; a scorer answers a number or {score, reason}'],
    ['() => true', 'answered true; a scorer answers a number or {score, reason}'],
    [
      '() => ({ run: () => ({ score: 1 }) })',
      'answered a scorer, not a score; export the scorer that the function creates',
    ],
  ])('gets no score out of %s', async (source, message) => {
    const { open, score } = await workspace({ files: { 'scorers/odd.ts': `export default ${source};` } });
    await open('odd');
    await expect(score('odd')).rejects.toThrow(message);
  });

  it('says that an output is not scorable, and keeps what a scorer of Mastra tells of its judge', async () => {
    const source = `export default { id: 'judged', run: ({ output }) => output === 'odd'
      ? { notScorable: { step: 'analyze', reason: 'no text' } }
      : { score: 1, analyzePrompt: 'Judge this', analyzeStepResult: { ok: true } } };`;
    const { open, score } = await workspace({ files: { 'scorers/judged.ts': source } });
    await open('judged');
    expect(await score('judged', { output: 'odd' })).toEqual({ notScorable: true, reason: 'no text' });
    expect(await score('judged')).toEqual({
      score: 1,
      request: { analyze: 'Judge this' },
      response: { analyze: { ok: true } },
    });
  });

  it('says where it threw', async () => {
    const files = { 'scorers/boom.ts': 'export default (q) => {\n  throw new Error("no " + q.output);\n};' };
    const { open, score } = await workspace({ files });
    await open('boom');
    await expect(score('boom')).rejects.toThrow('no Paris (scorers/boom.ts:2:9)');
  });

  it('may loop for ever or crash: only the question that did it is lost', async () => {
    const source = `
      export default async (q) => {
        if (q.input === 'loop') for (;;);
        if (q.input === 'crash') { process.nextTick(() => { throw new Error('gone'); }); await new Promise(() => {}); }
        return 1;
      };`;
    const { open, score } = await workspace({ files: { 'scorers/wild.ts': source }, workers: { pingMs: 100 } });
    await open('wild');
    const deadline = AbortSignal.timeout(400);
    const outcomes = await Promise.allSettled([
      score('wild', { input: 'loop' }, deadline),
      score('wild', { input: 'fine' }),
      score('wild', { input: 'crash' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    await expect(score('wild', { input: 'crash' })).rejects.toThrow(
      /ended during the call: its process crashed: .*gone/,
    );
    expect(await score('wild')).toEqual({ score: 1 });
  });

  it.each([
    ['export default 5;', 'scorer "odd" (scorers/odd.ts) export "default" is not a scorer'],
    ['export const a = () => 1; export const b = () => 1;', 'has no export "default" or "odd"; it exports a, b'],
    ['', 'has no export "default" or "odd"; it exports nothing'],
    ['throw new Error("no key");', 'no key (scorers/odd.ts:1:7)'],
    [
      'import "not-there"; export default () => 1;',
      'the package "not-there", which scorers/odd.ts imports, is not installed',
    ],
    ['export default (', 'odd.ts:1:'],
  ])('is refused before the first row when it has nothing to score with: %s', async (source, message) => {
    const { open } = await workspace({ files: { 'scorers/odd.ts': source } });
    await expect(open('odd')).rejects.toThrow(message);
  });
});

describe('a scorer object of Mastra', () => {
  const scorerThatKeeps = (parts: string) =>
    `export default { ${parts}, run: (asked) => ({ score: 1, reason: JSON.stringify(asked) }) };`;
  const askScorer = async (parts: string, changes: Partial<ScoreQuestion> = {}) => {
    const { open, score } = await workspace({ files: { 'scorers/m.ts': scorerThatKeeps(parts) } });
    const [name = ''] = await open('m');
    const verdict = await score(name, changes);
    return JSON.parse('reason' in verdict ? (verdict.reason ?? 'null') : 'null');
  };

  it('says which step failed, where, and what was asked until then', async () => {
    const broken = `export default { id: 'judge', async run() {
  const cause = new Error('the judge is away');
  throw Object.assign(new Error('Scorer Run Failed: the judge is away', { cause }), {
    failedStep: 'analyze', completedSteps: ['preprocess'], result: { analyzePrompt: 'Which claims?' },
  });
} };`;
    const { open, score } = await workspace({ files: { 'scorers/m.ts': broken } });
    const [name = ''] = await open('m');
    expect(await score(name, {})).toEqual({
      failure: 'step analyze: the judge is away (scorers/m.ts:2:17)',
      request: { analyze: 'Which claims?' },
    });
  });

  it('gets texts where no agent answered', async () => {
    expect(await askScorer('id: "a"')).toEqual({
      runId: 'test-c1',
      input: 'capital of France?',
      output: 'Paris',
      groundTruth: 'paris',
    });
  });

  it('gets messages when it is made for agents', async () => {
    expect(await askScorer('id: "a", type: "agent"')).toMatchObject({
      input: {
        inputMessages: [
          { role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'capital of France?' }] } },
        ],
        rememberedMessages: [],
        systemMessages: [],
        taggedSystemMessages: {},
      },
      output: [{ role: 'assistant', content: { format: 2, content: 'Paris' } }],
      groundTruth: 'paris',
    });
  });

  it('gets messages as they were before version 1 when it has no id', async () => {
    expect(await askScorer('name: "a", type: "agent"')).toMatchObject({
      input: { inputMessages: [{ role: 'user', content: 'capital of France?' }] },
      output: [{ role: 'assistant', content: 'Paris' }],
    });
  });

  it('gets messages with the tool calls where an agent answered', async () => {
    const toolCalls: ScoreQuestion['toolCalls'] = [
      { tool: 'look_up', arguments: { city: 'Paris' }, result: { ok: true } },
      { tool: 'map', arguments: {}, error: 'no map' },
    ];
    expect(await askScorer('id: "a"', { direct: false, toolCalls })).toMatchObject({
      output: [
        {
          content: {
            toolInvocations: [
              { toolName: 'look_up', args: { city: 'Paris' }, state: 'result', result: { ok: true } },
              { toolName: 'map', state: 'output-error', errorText: 'no map' },
            ],
          },
        },
      ],
    });
  });
});

describe('which scorer scores a type', () => {
  it('is what the config says, then a file, then a built-in one or an agent', async () => {
    const { open, score } = await workspace({
      files: { 'scorers/exact.ts': 'export default () => 0.1;', 'lib/numeric.ts': 'export const own = () => 0.2;' },
      scorers: { numeric: { path: 'lib/numeric.ts', export: 'own' } },
    });
    expect([await open('exact'), await open('numeric'), await open('levenshtein'), await open('agent:judge')]).toEqual([
      ['exact'],
      ['numeric'],
      ['levenshtein'],
      ['agent:judge'],
    ]);
    expect(await score('exact')).toEqual({ score: 0.1 });
    expect(await score('numeric')).toEqual({ score: 0.2 });
    expect(await score('levenshtein')).toEqual({ score: 0.8 });
  });

  it('may be several, of any kind, with options', async () => {
    const { open, score } = await workspace({
      files: { 'scorers/own.ts': 'export default () => 0.2;' },
      scorers: {
        answer: [
          'exact',
          { type: 'exact', ignore_case: true, name: 'loose' },
          { path: 'scorers/own.ts' },
          'agent:judge',
        ],
        strict: 'exact',
      },
    });
    expect(await open('answer')).toEqual(['exact', 'loose', 'answer', 'agent:judge']);
    expect(await open('strict')).toEqual(['strict']);
    expect(await score('exact')).toMatchObject({ score: 0 });
    expect(await score('loose')).toEqual({ score: 1 });
  });

  it('says where it looked when there is none, and what comes near', async () => {
    const { root, open } = await workspace({
      files: { 'scorers/politeness.ts': 'export default () => 1;' },
      scorers: { tone: 'exact' },
    });
    await expect(open('politenes', path.join(root, 'tests'))).rejects.toThrow(
      [
        'scorer "politenes" not found',
        '  in the scorers of the workspace config: tone',
        `  as a file: scorers/politenes.ts, tests/scorers/politenes.ts (or .js, .mts, .mjs) in ${root}`,
        '  built in: exact, contains, levenshtein, numeric, json, regex',
        '  did you mean "politeness"?',
      ].join('\n'),
    );
  });

  it('never looks outside of the folders of scorers', async () => {
    const { open } = await workspace({ files: { 'secret.ts': 'export default () => 1;', 'scorers/a.ts': '' } });
    await expect(open('../secret')).rejects.toThrow('scorer "../secret" not found');
  });

  it('says that a file of the config is not there', async () => {
    const { open } = await workspace({ scorers: { tone: { path: 'scorers/gone.ts' } } });
    await expect(open('tone')).rejects.toThrow('scorer "tone": its file scorers/gone.ts does not exist');
  });
});
