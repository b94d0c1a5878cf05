import { rm } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type LoadFileOptions, readCaseFile } from '../../../inputs/load-case-file.ts';
import { formatProblem } from '../../../inputs/problem.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { systems } from '../../registered/systems.ts';
import { parseOxyFile } from './load-oxy-file.ts';

const config = `
databases: []
models:
  - {name: answering, vendor: openai, model_ref: gpt-4o, key_var: KEY}
  - {name: judging, vendor: openai, model_ref: gpt-4o-mini, key_var: KEY}
`;
const agent = 'model: answering\nsystem_instructions: Be kind.\n';

let roots: string[] = [];
afterEach(async () => {
  await Promise.all(roots.map((root) => rm(root, { recursive: true })));
  roots = [];
});

type Files = Record<string, string>;

async function loadFile(file: string, files: Files, surroundings?: LoadFileOptions) {
  const root = await createTemporaryWorkspace({ 'config.yml': config, ...files });
  roots.push(root);
  return readCaseFile(path.join(root, file), file, { formats: systems.cases, ...surroundings });
}

async function loadCases(file: string, files: Files) {
  const { cases, problems } = await loadFile(file, files);
  expect(problems.map(formatProblem)).toEqual([]);
  return cases;
}

async function loadProblems(file: string, files: Files, surroundings?: LoadFileOptions) {
  const { problems } = await loadFile(file, files, surroundings);
  return problems.map(formatProblem);
}

/** Returns the problems of an agent's test entries; each entry takes one line, from line 3 on. */
function problemsOfTests(entries: string, files: Files = {}, surroundings?: LoadFileOptions) {
  return loadProblems('a.agent.yml', { 'a.agent.yml': `${agent}tests:\n${entries}`, ...files }, surroundings);
}

function problemsOfTestFile(text: string, files: Files = {}, surroundings?: LoadFileOptions) {
  return loadProblems('a.agent.test.yml', { 'a.agent.yml': agent, 'a.agent.test.yml': text, ...files }, surroundings);
}

describe('the tests of an agent file', () => {
  it('ask one question several times, judged by the first model', async () => {
    const tests = 'tests:\n  - type: consistency\n    n: 5\n    task_description: "how many users do we have?"\n';
    expect(await loadCases('agents/a.agent.yml', { 'agents/a.agent.yml': agent + tests })).toEqual([
      {
        kind: 'consistency',
        id: 'test-1',
        hash: expect.any(String),
        line: 4,
        input: 'how many users do we have?',
        test: 1,
        aliases: ['0', 'how many users do we have?'],
        samples: 5,
        concurrency: 10,
        pairing: 'ring',
        metrics: [{ type: 'similarity', judge: 'model:answering', scores: { A: 1, B: 0 } }],
      },
    ]);
  });

  it('are for the agent of the file, whose id is its path from the config', async () => {
    const text = `${agent}tests: [{type: consistency, task_description: hi}]\n`;
    expect(await loadFile('agents/deep/agent.yml', { 'agents/deep/agent.yml': text })).toMatchObject({
      agentId: 'agents/deep/agent.yml',
      cases: [{ samples: 10 }],
    });
  });

  it('take names, tags, pairing, prompts, models and scores', async () => {
    const tests = `tests:
  - {type: consistency, name: users, tags: [smoke], task_description: q, pairing: all, concurrency: 2, metrics: [
      {type: similarity, prompt: "compare {{ submission_1 }}", model_ref: judging, scores: {SAME: 1, CLOSE: 0.5}},
      {type: context_recall, distance: {distance: Levenshtein}, threshold: 0.7},
      {type: correctness}]}
`;
    expect(await loadCases('a.agent.yml', { 'a.agent.yml': agent + tests })).toMatchObject([
      {
        id: 'users',
        tags: ['smoke'],
        pairing: 'all',
        concurrency: 2,
        metrics: [
          {
            type: 'similarity',
            judge: 'model:judging',
            prompt: 'compare {{ submission_1 }}',
            scores: { SAME: 1, CLOSE: 0.5 },
          },
          { type: 'context_recall', threshold: 0.7 },
          { type: 'correctness', judge: 'model:answering' },
        ],
      },
    ]);
  });

  it('read the rows of a dataset, each with its answer and what that is based on', async () => {
    const cases = await loadCases('a.agent.yml', {
      'a.agent.yml': `${agent}tests: [{type: custom, dataset: data/q.yml, is_context_id: true, metrics: [{type: context_recall}]}]`,
      'data/q.yml':
        '- {query: one, response: "1", relevant_contexts: [a, b]}\n- {query: two, response: "2", relevant_contexts: []}',
    });
    expect(cases).toMatchObject([
      {
        id: 'test-1-1',
        input: 'one',
        expected: '1',
        contexts: ['a', 'b'],
        contextIds: true,
        samples: 1,
        test: 1,
        metrics: [{ type: 'context_recall', threshold: 0.5 }],
      },
      { id: 'test-1-2', input: 'two', expected: '2', contexts: [], samples: 1, aliases: ['0', 'two'] },
    ]);
  });

  it('ask the questions of test cases as often as the entry says, judged by its model', async () => {
    const tests =
      'tests: [{type: consistency, task_description: x}, {type: test_case, name: facts, runs: 2, tags: [all], judge_model: judging, cases: [{prompt: p, expected: e, name: first}, {prompt: q, expected: f, tags: [t], tool: search}]}]';
    expect((await loadCases('a.agent.yml', { 'a.agent.yml': agent + tests })).slice(1)).toMatchObject([
      { id: 'first', test: 2, samples: 2, expected: 'e', tags: ['all'], metrics: [{ judge: 'model:judging' }] },
      { id: 'facts-2', test: 2, tool: 'search', tags: ['all', 't'], aliases: ['1', 'facts', 'q'] },
    ]);
  });

  it('change their hash with what is asked and measured, and not with their name', async () => {
    const loadHash = async (entry: string): Promise<string | undefined> => {
      const [first] = await loadCases('a.agent.yml', {
        'a.agent.yml': `${agent}tests: [{type: consistency, ${entry}}]`,
      });
      return first?.hash;
    };
    const hash = await loadHash('task_description: q');
    expect(await loadHash('name: other, tags: [a], task_description: q')).toBe(hash);
    expect(await loadHash('task_description: r')).not.toBe(hash);
    expect(await loadHash('task_description: q, metrics: [{type: correctness}]')).not.toBe(hash);
    expect(await loadHash('task_description: q, n: 3')).not.toBe(hash);
  });
});

describe('the tests of a workflow file', () => {
  it('need no question, and say which task and variable they are about', async () => {
    const cases = await loadCases('w.workflow.yml', {
      'w.workflow.yml':
        'tasks: []\ntests: [{type: consistency, task_ref: sum.total, n: 2}, {type: custom, dataset: q.yml, workflow_variable_name: city, task_ref: sum}]',
      'q.yml': '- {query: Rome, response: yes it is, relevant_contexts: []}',
    });
    expect(cases).toMatchObject([
      { id: 'test-1', aliases: ['0'], options: { metadata: { task_ref: 'sum.total' } } },
      { id: 'test-2-1', input: 'Rome', options: { metadata: { task_ref: 'sum', variables: { city: 'Rome' } } } },
    ]);
    expect(cases[0]).not.toHaveProperty('input');
  });

  it.each(['a.automation.yml', 'a.procedure.yml', 'workflow.yaml'])('may be called %s', async (file) => {
    expect(await loadCases(file, { [file]: 'tests: [{type: consistency}]' })).toHaveLength(1);
  });

  it('warn of a dataset whose queries go nowhere', async () => {
    const { warnings } = await loadFile('w.workflow.yml', {
      'w.workflow.yml': 'tests: [{type: custom, dataset: q.yml}]',
      'q.yml': '- {query: Rome, response: "1", relevant_contexts: []}',
    });
    expect(warnings.map(formatProblem)).toEqual([
      'w.workflow.yml:1:9: "workflow_variable_name" is missing: without it the workflow does not get the queries of the dataset',
    ]);
  });
});

describe('a test file', () => {
  it('is one test of all its cases, three times each, judged by their right answers', async () => {
    const loaded = await loadFile('agents/sales.agent.test.yml', {
      'agents/sales.agent.yml': agent,
      'agents/sales.agent.test.yml':
        'name: Sales\ncases:\n  - {prompt: p, expected: e}\n  - {prompt: q, expected: f, name: second, tags: [t], tool: sql}\n',
    });
    expect(loaded.problems).toEqual([]);
    expect(loaded.agentId).toBe('agents/sales.agent.yml');
    const metrics = [{ type: 'correctness', judge: 'model:answering' }];
    expect(loaded.cases).toMatchObject([
      { id: 'case-1', test: 1, samples: 3, concurrency: 5, input: 'p', expected: 'e', aliases: ['0', 'p'], metrics },
      { id: 'second', test: 1, tags: ['t'], tool: 'sql', aliases: ['1', 'q'], line: 4 },
    ]);
  });

  it('may name its target and settings', async () => {
    const loaded = await loadFile('tests/any.test.yml', {
      'agents/sales.agent.yml': agent,
      'tests/any.test.yml':
        'target: agents/sales.agent.yml\nsettings: {runs: 1, concurrency: 2, judge_model: judging}\ncases: [{prompt: p, expected: e}]',
    });
    expect(loaded).toMatchObject({
      problems: [],
      agentId: 'agents/sales.agent.yml',
      cases: [{ samples: 1, concurrency: 2, metrics: [{ judge: 'model:judging' }] }],
    });
  });

  it('needs no target of its own when an agent is given', async () => {
    const text = 'target: gone.agent.yml\ncases: [{prompt: p, expected: e}]';
    expect(await problemsOfTestFile(text, {}, { agentGiven: true })).toEqual([]);
    expect(await problemsOfTestFile(text)).toHaveLength(1);
  });
});

describe('everything that is wrong in a file is said at once, with its place', () => {
  it('in the tests of an agent', async () => {
    const tests = `
  - {type: consistency, n: 0, concurrency: 0, metrics: [{type: context_recall, threshold: 2}]}
  - {type: consistency, task_description: "", task_ref: sum}
  - {type: consistncy}
  - {type: consistency, task_description: q, name: same, pairing: rnig}
  - {type: consistency, task_description: q, metrics: []}
  - {type: consistency, task_description: q, metrics: [{type: similarity, scores: {}}]}
  - {type: consistency, task_description: q, name: twin}
  - {type: consistency, task_description: q, name: twin}
  - {type: test_case, cases: [{prompt: p}]}
  - {type: test_case, runs: 1, cases: [{prompt: p}, {prompt: p, expected: e, name: twin}]}
  - 7
`.slice(1);
    expect(await problemsOfTests(tests)).toEqual([
      'a.agent.yml:4:5: "task_description" is missing: it is the question that the agent is asked',
      'a.agent.yml:4:28: "n" must be at least 1',
      'a.agent.yml:4:44: "concurrency" must be at least 1',
      'a.agent.yml:4:91: "metrics[0].threshold" must be at most 1',
      'a.agent.yml:5:25: "task_description" must not be empty',
      'a.agent.yml:6:12: "type" must be one of consistency, custom, test_case, not "consistncy" (did you mean "consistency"?)',
      'a.agent.yml:7:67: "pairing" must be one of ring, all, not "rnig" (did you mean "ring"?)',
      'a.agent.yml:8:55: "metrics" must not be empty',
      'a.agent.yml:9:83: "scores" must name at least one choice of the judge',
      'a.agent.yml:11:52: the name "twin" is already used in line 10',
      'a.agent.yml:12:5: "runs" is missing',
      'a.agent.yml:13:40: "expected" is missing',
      'a.agent.yml:13:84: the name "twin" is already used in line 10',
      'a.agent.yml:14:5: an entry of "tests" must be keys and values, such as "prompt: …"',
    ]);
  });

  it('also a task of a workflow where there is none, and tests that are not list', async () => {
    expect(await problemsOfTests('  - {type: consistency, task_description: q, task_ref: sum}\n')).toEqual([
      'a.agent.yml:4:46: "task_ref" names a task of a workflow; an agent has none',
    ]);
    expect(await loadProblems('a.agent.yml', { 'a.agent.yml': `${agent}tests: {type: consistency}` })).toEqual([
      'a.agent.yml:3:8: "tests" must be a list',
    ]);
    expect(await loadProblems('a.agent.yml', { 'a.agent.yml': agent })).toEqual([
      'a.agent.yml:1:1: the file has no tests: write a list of them under "tests"',
    ]);
  });

  it('in a test file, which knows no further keys', async () => {
    const text = `taget: a
settings: {runs: 0, concurency: 2, judge_model: judgin}
cases:
  - {prompt: p, expcted: e}
  - {prompt: p, expected: 5, name: a}
  - {prompt: "", expected: e, name: b}
  - {prompt: p, expected: e, name: c}
  - {prompt: p, expected: e, name: c}
`;
    expect(await problemsOfTestFile(text)).toEqual([
      'a.agent.test.yml:1:1: unknown key "taget" (did you mean "target"?)',
      'a.agent.test.yml:2:18: "runs" must be at least 1',
      'a.agent.test.yml:2:21: unknown key "concurency" (did you mean "concurrency"?)',
      'a.agent.test.yml:4:5: "expected" is missing',
      'a.agent.test.yml:4:17: unknown key "expcted" (did you mean "expected"?)',
      'a.agent.test.yml:5:27: "expected" must be a text, not the number 5',
      'a.agent.test.yml:6:6: "prompt" must not be empty',
      'a.agent.test.yml:8:36: the name "c" is already used in line 7',
    ]);
    expect(await problemsOfTestFile('cases: []')).toEqual(['a.agent.test.yml:1:8: "cases" must not be empty']);
    expect(await problemsOfTestFile('cases: [\n')).toEqual([expect.stringMatching(/^a\.agent\.test\.yml:\d+:\d+: /)]);
  });

  it('in a dataset', async () => {
    const tests =
      '  - {type: custom, dataset: data/q.yml}\n  - {type: custom, dataset: ../x.yml}\n  - {type: custom}\n';
    const rows = '- {query: q}\n- {query: q, response: 1, relevant_contexts: a}\n- q\n';
    expect(await problemsOfTests(tests, { 'data/q.yml': rows })).toEqual([
      'a.agent.yml:5:29: the dataset "../x.yml" lies outside of the project',
      'a.agent.yml:6:5: "dataset" is missing',
      'data/q.yml:1:3: "response" is missing',
      'data/q.yml:1:3: "relevant_contexts" is missing',
      'data/q.yml:2:24: "response" must be a text, not the number 1',
      'data/q.yml:2:46: "relevant_contexts" must be a list, not "a"',
      'data/q.yml:3:3: a row must be keys and values, such as "prompt: …"',
    ]);
    const [one] = tests.split('\n');
    expect(await problemsOfTests(`${one}\n`)).toEqual([
      'a.agent.yml:4:29: the dataset "data/q.yml" cannot be read: the file does not exist; paths are relative to the folder of config.yml',
    ]);
    expect(await problemsOfTests(`${one}\n`, { 'data/q.yml': 'query: q' })).toEqual([
      'data/q.yml:1:1: a dataset is a list of "query", "response" and "relevant_contexts"',
    ]);
    expect(await problemsOfTests(`${one}\n`, { 'data/q.yml': '[]' })).toEqual([
      'a.agent.yml:4:29: the dataset "data/q.yml" has no rows',
    ]);
  });
});

describe('a model that judges', () => {
  const entry = '  - {type: consistency, task_description: q, metrics: [{type: similarity, model_ref: judgin}]}\n';

  it('must be one of the config or a connector of the workspace', async () => {
    expect(await problemsOfTests(entry, {}, { models: ['judgn2'] })).toEqual([
      'a.agent.yml:4:86: config.yml has no model "judgin"; known: answering, judging, judgn2 (did you mean "judging"?)',
    ]);
    expect(await problemsOfTests(entry, {}, { models: ['judgin'] })).toEqual([]);
    const settings = 'settings: {judge_model: nobody}\ncases: [{prompt: p, expected: e}]';
    expect(await problemsOfTestFile(settings, {}, { models: [] })).toEqual([
      'a.agent.test.yml:1:25: config.yml has no model "nobody"; known: answering, judging',
    ]);
  });

  it('is missing where the config names none', async () => {
    const files = { 'config.yml': 'models: []\ndatabases: []\n' };
    expect(await problemsOfTests('  - {type: consistency, task_description: q}\n', files)).toEqual([
      'a.agent.yml:1:1: config.yml names no model',
    ]);
  });
});

describe('warnings', () => {
  it('name the keys that the original ignores, and a prompt in the wrong place', async () => {
    const tests = `tests:
  - {type: consistency, task_description: q, nn: 3, prompt: compare}
  - {type: consistency, task_description: q, prompt: compare, metrics: [{type: similarity, prompt: own}]}
  - {type: consistency, task_description: q, prompt: compare, metrics: [{type: context_recall, treshold: 1}]}
`;
    const { cases, warnings } = await loadFile('a.agent.yml', { 'a.agent.yml': agent + tests });
    expect(warnings.map(formatProblem)).toEqual([
      'a.agent.yml:4:46: unknown key "nn" is ignored (did you mean "n"?)',
      'a.agent.yml:4:53: "prompt" is used as the prompt of the first metric; write it there, as "metrics: [{type: …, prompt: …}]"',
      'a.agent.yml:5:46: "prompt" is ignored: the first metric has its own "prompt"',
      'a.agent.yml:6:46: "prompt" is ignored: the first metric asks no judge',
      'a.agent.yml:6:96: unknown key "treshold" is ignored (did you mean "threshold"?)',
    ]);
    expect(cases).toMatchObject([
      { metrics: [{ prompt: 'compare' }] },
      { metrics: [{ prompt: 'own' }] },
      { metrics: [{ type: 'context_recall' }] },
    ]);
  });
});

describe('a metric that no answer can change', () => {
  it('is told', async () => {
    const tests = `tests:
  - {type: consistency, task_description: q, metrics: [{type: similarity, scores: {A: 1, B: 1}}]}
  - {type: test_case, runs: 1, metrics: [{type: correctness, prompt: "Is {{ expected }} right?"}], cases: [{prompt: p, expected: e}]}
  - {type: test_case, runs: 1, metrics: [{type: correctness, prompt: "{{ expected }} {{actual}}"}], cases: [{prompt: p, expected: e}]}
`;
    const { warnings } = await loadFile('a.agent.yml', { 'a.agent.yml': agent + tests });
    expect(warnings.map(({ message }) => message)).toEqual([
      '"scores" checks nothing: every choice scores 1',
      '"prompt" lacks {{ actual }}: the judge does not see the answer',
    ]);
  });
});

describe('the target of a test file', () => {
  const cases = 'cases: [{prompt: p, expected: e}]';

  it.each([
    ['flow.workflow.yml', 'workflows take no prompts; write the tests into the "tests" of the workflow file'],
    ['flow.automation.yml', 'workflows take no prompts; write the tests into the "tests" of the workflow file'],
    ['readme.md', 'expected an .agent.yml, .agentic.yml or .aw.yml'],
  ])('cannot be %s', async (target, why) => {
    expect(await problemsOfTestFile(`target: ${target}\n${cases}`)).toEqual([
      `a.agent.test.yml:1:9: Unsupported test target: ${target}: ${why}`,
    ]);
  });

  it.each(['a.aw.yml', 'flows/a.agentic.yaml'])('may be %s, which something else has to answer for', async (target) => {
    const files = { [target]: 'model: x', 'b.test.yml': `target: ${target}\n${cases}` };
    expect(await loadFile('b.test.yml', files)).toMatchObject({ problems: [], agentId: target });
  });

  it('may be called just agent.yml', async () => {
    const files = { 'agent.yml': agent, 'agent.test.yml': cases, 'b.test.yml': `target: agent.yml\n${cases}` };
    expect(await loadFile('agent.test.yml', files)).toMatchObject({ problems: [], agentId: 'agent.yml' });
    expect(await loadFile('b.test.yml', files)).toMatchObject({ problems: [], agentId: 'agent.yml' });
  });

  it('must exist, inside of the project', async () => {
    expect(await problemsOfTestFile(`target: b.agent.yml\n${cases}`)).toEqual([
      'a.agent.test.yml:1:9: the target b.agent.yml does not exist (relative to the folder of config.yml)',
    ]);
    expect(await problemsOfTestFile('target: b.agent.yml\ncases: []')).toEqual([
      'a.agent.test.yml:1:9: the target b.agent.yml does not exist (relative to the folder of config.yml)',
      'a.agent.test.yml:2:8: "cases" must not be empty',
    ]);
    expect(await problemsOfTestFile(`target: ../b.agent.yml\n${cases}`)).toEqual([
      'a.agent.test.yml:1:9: the target ../b.agent.yml lies outside of the project',
    ]);
  });

  it('is the file that its name leads to, when it has none', async () => {
    expect(await loadProblems('b/x.agent.test.yml', { 'b/x.agent.test.yml': cases })).toEqual([
      'b/x.agent.test.yml:1:1: the target b/x.agent.yml does not exist (derived from the name of the test file)',
    ]);
    expect(await loadProblems('b/x.aw.test.yml', { 'b/x.aw.test.yml': cases })).toEqual([
      expect.stringContaining('the target b/x.aw.yml does not exist'),
    ]);
    expect(await loadProblems('x.test.yml', { 'x.test.yml': cases })).toEqual([
      'x.test.yml:1:1: "target" is missing: it is the agent file to test, relative to the folder of config.yml',
    ]);
  });
});

describe('a project', () => {
  it('has a config with models, which must be near', async () => {
    expect(
      await problemsOfTests('  - {type: consistency, task_description: q}', { 'config.yml': 'debug: true\n' }),
    ).toEqual([expect.stringContaining('a.agent.yml:1:1: Could not find config.yml in this folder or the ten above')]);
  });
});

describe('whatever stands in a file', () => {
  const value = fc.anything({
    key: fc.constantFrom('type', 'n', 'metrics', 'cases', 'prompt', 'expected', 'settings', 'tests', 'x'),
    values: [
      fc.constantFrom('consistency', 'custom', 'test_case', 'similarity', '', 'q'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ],
    maxDepth: 5,
  });
  const text = fc.oneof(
    fc.string(),
    value.map((part) => JSON.stringify(part) ?? ''),
    value.map((part) => `tests: [${JSON.stringify(part) ?? ''}]`),
    value.map((part) => `cases: [${JSON.stringify(part) ?? ''}]`),
  );

  it('is read as cases, or refused with places that exist', { tags: 'thorough' }, async () => {
    const root = await createTemporaryWorkspace({ 'config.yml': config });
    roots.push(root);
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('a.agent.yml', 'a.test.yml', 'a.workflow.yml'), async (source, file) => {
        const { cases, problems } = await parseOxyFile({ text: source, file, path: path.join(root, file) });
        expect(cases.length + problems.length).toBeGreaterThan(0);
        const lines = source.split(/\r\n?|\n/).length;
        for (const { line, column } of problems) {
          expect(line).toBeLessThanOrEqual(lines + 1);
          expect(Math.min(line, column)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
