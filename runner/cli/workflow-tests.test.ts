import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const config = `
databases: []
models:
  - {name: judge, vendor: openai, model_ref: gpt-4o, key_var: OPENAI_API_KEY}
  - {name: writer, vendor: openai, model_ref: gpt-4o, key_var: OPENAI_API_KEY}
`;
const writer = {
  type: 'scripted',
  rules: [
    { when: { system: '<first>' }, answer: 'A' },
    { when: { text: 'wobbly', sample: 2 }, answer: 'no' },
    { when: { text: 'wobbly' }, answer: 'yes' },
    { when: { text: 'slow' }, delay_ms: 600_000, answer: 'late' },
    { when: { text: 'broken' }, error: { status: 400, message: 'out of ink' } },
    { answer: '<{{input}}>' },
  ],
};
const judge = {
  type: 'scripted',
  rules: [
    { when: { system: '/<answer-1>\\s*yes\\s*<.answer-1>.*<answer-2>\\s*no/s' }, answer: 'B' },
    { when: { system: '/<answer-1>\\s*no\\s*<.answer-1>.*<answer-2>\\s*yes/s' }, answer: 'B' },
    { when: { system: '<answer-1>' }, answer: 'A' },
    { when: { system: '/<right-answer>\\s*right/' }, answer: 'PASS' },
    { answer: 'FAIL' },
  ],
};

function task(name: string, prompt: string): string {
  return `{name: ${name}, type: agent, agent_ref: agents/writer.agent.yml, prompt: "${prompt}"}`;
}

/** Creates a project with one workflow and the given files. */
function createWorkspace(workflow: string, files: Record<string, string> = {}): Promise<string> {
  return createTemporaryWorkspace({
    'config.yml': config,
    'runner.config.json': JSON.stringify({
      models: { writer, judge, loud: { type: 'scripted', rules: [{ answer: 'LOUD' }] } },
    }),
    'agents/writer.agent.yml': 'model: writer\nsystem_instructions: You write.\n',
    'flows/it.workflow.yml': workflow,
    ...files,
  });
}

const reportSchema = z.object({
  results: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      error: z.string().optional(),
      samples: z.array(z.looseObject({ output: z.string().optional(), prompt: z.string().optional() })).optional(),
    }),
  ),
});

async function run(
  root: string,
  ...flags: string[]
): Promise<CliResult & { results: z.infer<typeof reportSchema>['results'] }> {
  const outcome = await runCli(['test', '-o', 'report.json', ...flags], { cwd: root });
  const parsedReport = reportSchema.safeParse(jsonAt(path.join(root, 'report.json')));
  return { ...outcome, results: parsedReport.success ? parsedReport.data.results : [] };
}

function jsonAt(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

describe('tests of a workflow', () => {
  it('compare what one of its tasks gives, round by round of a loop', async () => {
    const root = await createWorkspace(`
tasks:
  - name: words
    type: loop_sequential
    values: [wobbly, firm]
    concurrency: 2
    tasks:
      - ${task('meaning', 'what is {{ words.value }}?')}
      - {name: line, type: formatter, template: "{{ words.value }} means {{ meaning }}"}
tests:
  - {type: consistency, n: 2, task_ref: words.meaning}
  - {type: consistency, n: 2}
`);
    const { stdout, results, code } = await run(root, 'flows/it.workflow.yml', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({ accuracy: [0.5, 1] });
    expect(code).toBe(0);
    expect(results[0]?.samples?.map(({ prompt, output }) => [prompt, output])).toEqual([
      ['what is wobbly?', 'yes'],
      ['what is firm?', '<what is firm?>'],
      ['what is wobbly?', 'no'],
      ['what is firm?', '<what is firm?>'],
    ]);
    expect(results[1]?.samples?.[1]?.output).toBe('firm means <what is firm?>');
  });

  it('give the rows of a dataset to a variable', async () => {
    const root = await createWorkspace(
      `
variables: {topic: {type: string}}
tasks:
  - ${task('text', '{{ topic }}')}
tests:
  - {type: custom, dataset: rows.yml, workflow_variable_name: topic, metrics: [{type: correctness}]}
`,
      {
        'rows.yml':
          '- {query: one, response: right, relevant_contexts: []}\n- {query: two, response: wrong, relevant_contexts: []}\n',
      },
    );
    const { stdout, results } = await run(root, 'flows/it.workflow.yml', '--format', 'json');
    expect(JSON.parse(stdout)).toEqual({ accuracy: 0.5 });
    expect(results.map(({ samples }) => samples?.[0]?.output)).toEqual(['<one>', '<two>']);
  });

  it('ask the model of an agent which of its answers are alike', async () => {
    const root = await createWorkspace(`
tasks:
  - {name: price, type: agent, agent_ref: agents/writer.agent.yml, prompt: how much?, consistency_run: 3}
  - {name: line, type: formatter, template: "{{ price.value }} {{ price.score }}"}
tests: [{type: consistency, n: 1}]
`);
    const { results, stderr } = await run(root, 'flows/it.workflow.yml');
    expect(results[0]?.samples?.[0]?.output, stderr).toBe('<how much?> 1');
  });

  it('say which task of which workflow failed', async () => {
    const root = await createWorkspace(
      `
tasks: [{name: sub, type: workflow, src: flows/inner.procedure.yml}]
tests: [{type: consistency, n: 2}]
`,
      { 'flows/inner.procedure.yml': `tasks: [${task('text', 'broken')}]` },
    );
    const { code, results } = await run(root, 'flows/it.workflow.yml');
    expect(code).toBe(1);
    expect(results[0]).toMatchObject({ status: 'error' });
    expect(JSON.stringify(results[0])).toContain('flows/inner.procedure.yml, task \\"sub.text\\": ');
    expect(JSON.stringify(results[0])).toContain('out of ink');
  });

  it('end in time when a task hangs', async () => {
    const root = await createWorkspace(`
tasks: [${task('text', 'slow')}]
tests: [{type: consistency, n: 1}]
`);
    const { code, results } = await run(root, 'flows/it.workflow.yml', '--timeout', '2s');
    expect(code).toBe(1);
    expect(JSON.stringify(results[0])).toContain(
      'timeout after 2s: waiting for the agent in turn 1, waiting for the task \\"text\\"',
    );
  });

  it('run nothing when the workflow, or what it needs, is broken', async () => {
    const root = await createWorkspace(`
tasks:
  - {name: totals, type: execute_sql, database: d, sql_query: select 1}
tests: [{type: consistency, n: 1}]
`);
    const { code, stderr, results } = await run(root, 'flows/it.workflow.yml');
    expect([code, results]).toEqual([1, []]);
    expect(stderr).toContain('flows/it.workflow.yml:3:49: config.yml has no database "d"; known: none');

    const lost = await createWorkspace(
      'tasks: [{name: sub, type: workflow, src: ../up.workflow.yml}]\ntests: [{type: consistency, n: 1}]',
    );
    expect((await run(lost, 'flows/it.workflow.yml')).stderr).toContain(
      '"../up.workflow.yml" lies outside of the project',
    );
    const nobody = await createWorkspace(
      'tasks: [{name: a, type: agent, agent_ref: agents/writr.agent.yml, prompt: x}]\ntests: [{type: consistency, n: 1}]',
    );
    expect((await run(nobody, 'flows/it.workflow.yml')).stderr).toMatch(
      /agent "agents\/writr\.agent\.yml" not found.*did you mean "agents\/writer\.agent\.yml"/s,
    );
  });

  it('are refused for another agent, which would be asked nothing, and for tasks that are not there', async () => {
    const root = await createWorkspace(
      `
tasks: [${task('text', 'hello')}, {name: end, type: formatter, template: "{{ text }}"}]
tests:
  - {type: consistency, n: 2}
  - {type: consistency, n: 2, task_ref: text}
`,
      {
        'flows/lost.workflow.yml': `
tasks: [${task('text', 'hello')}]
tests: [{type: consistency, n: 2, task_ref: txt}]
`,
        'cases.jsonl':
          '{"id": "A", "input": "go", "options": {"metadata": {"task_ref": "ende"}}, "assert": {"type": "contains", "value": "hello"}}',
      },
    );
    const other = await run(root, 'flows/it.workflow.yml', '-n', 'agents/writer.agent.yml');
    expect([other.code, other.results]).toEqual([1, []]);
    expect(other.stderr).toMatch(/flows\/it\.workflow\.yml:4: case "test-1": the test has no question/);
    expect(other.stderr).toMatch(/flows\/it\.workflow\.yml:5: case "test-2": "task_ref" names a task of a workflow/);

    const lost = await run(root, 'flows/lost.workflow.yml');
    expect(lost.stderr).toMatch(
      /flows\/lost\.workflow\.yml:3:\d+: task_ref "txt": there is no "txt" .*did you mean "text"/,
    );
    const cases = await run(root, 'cases.jsonl', '-n', 'flows/it.workflow.yml');
    expect([cases.code, cases.results]).toEqual([1, []]);
    expect(cases.stderr).toContain(
      'case "A": task_ref "ende": there is no "ende" in the workflow; did you mean "end"?',
    );
  });

  it('put all its agents on another model', async () => {
    const root = await createWorkspace(`
tasks: [${task('text', 'hello')}]
tests: [{type: consistency, n: 1}]
`);
    const { results } = await run(root, 'flows/it.workflow.yml', '-c', 'loud');
    expect(results[0]?.samples?.[0]?.output).toBe('LOUD');
  });
});

describe('a workflow as the agent of other suites', () => {
  it('answers cases in JSON lines, which give its variables', async () => {
    const root = await createWorkspace(
      `
variables: {topic: {type: string}}
tasks: [${task('text', 'about {{ topic }}')}]
`,
      {
        'cases.jsonl': JSON.stringify({
          id: 'A',
          input: 'go',
          options: { metadata: { variables: { topic: 'kiwis' } } },
          assert: { type: 'json_path', path: '$.outputs[0].text', value: '<about kiwis>' },
        }),
      },
    );
    const { code, stderr } = await run(root, 'cases.jsonl', '-n', 'flows/it.workflow.yml');
    expect(code, stderr).toBe(0);
  });
});
