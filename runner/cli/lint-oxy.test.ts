import { describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const models = {
  small: { type: 'scripted', rules: [{ answer: 'x' }] },
  large: { type: 'openai', options: { model: 'm', key: '$ENV.NO_SUCH_KEY' } },
};

async function lint(files: Record<string, string>): Promise<CliResult> {
  const root = await createTemporaryWorkspace({
    'config.yml': 'databases: []\nmodels: [{name: small, vendor: openai, model_ref: m, key_var: NO_SUCH_KEY}]\n',
    'runner.config.json': JSON.stringify({ models }),
    'tests/some.jsonl': '{"id": "A", "input": "hi"}',
    ...files,
  });
  return runCli(['lint'], { cwd: root });
}

const agent = (model: string) => `model: ${model}\nsystem_instructions: x\n`;
const asking = (agentId: string) => `{name: a, type: agent, agent_ref: ${agentId}, prompt: x}`;

describe('turntree lint in an oxy project', () => {
  it('finds nothing wrong with agents and workflows that can be asked', async () => {
    const result = await lint({
      'agents/a.agent.yml': agent('small'),
      'flows/b.workflow.yml': `tasks: [${asking('agents/a.agent.yml')}, {name: c, type: workflow, src: flows/c.procedure.yml}]`,
      'flows/c.procedure.yml': 'tasks: [{name: d, type: formatter, template: x}]',
    });
    expect(result).toMatchObject({ code: 0, stdout: '' });
  });

  it('says what keeps a workflow from running, once, and where it stands', async () => {
    const { code, stdout } = await lint({
      'agents/a.agent.yml': agent('small'),
      'a.workflow.yml': 'tasks:\n  - {name: a, type: workflow, src: b.workflow.yml}\n',
      'b.workflow.yml': `tasks:\n  - ${asking('agents/b.agent.yml')}\n  - {name: b, type: workflow, src: c.workflow.yml}\n`,
      'd.workflow.yml': 'tasks:\n  - {name: a, type: formater, template: x}\n',
    });
    const lines = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringMatching(/^b\.workflow\.yml:3:36: workflow "c\.workflow\.yml" does not exist in /),
        'b.workflow.yml:2:39: agent "agents/b.agent.yml" not found',
        expect.stringMatching(/^d\.workflow\.yml:2:21: .*unknown type "formater" \(did you mean "formatter"\?\)/),
      ],
    ]);
    expect(stdout).toContain('did you mean "agents/a.agent.yml"?');
  });

  it('says what is missing beside a variable that is not set here', async () => {
    const { code, stdout } = await lint({
      'a.agent.yml': agent('large'),
      'a.workflow.yml': `tasks: [${asking('a.agent.yml')}, {name: q, type: semantic_query, topic: sales}]
tests: [{type: consistency}]
`,
    });
    expect(code).toBe(1);
    expect(stdout).toContain('a.workflow.yml:1:84: the task "q" (semantic_query) does not run here.');
    expect(stdout).toContain(
      'a.agent.yml:1:1: warning: connector "large" cannot be used: set the environment variable',
    );
  });

  it('only warns of what is missing where nothing is tested', async () => {
    const query = 'tasks: [{name: q, type: semantic_query, topic: sales}]\n';
    const { code, stdout } = await lint({
      'router.agent.yml': 'type: routing\nmodel: small\n',
      'a.agent.yml': `${agent('small')}tools: [{type: retrieval}, {type: execute_sql, database: none}]\n`,
      'b.agent.yml': `${agent('small')}tools: [{type: retrieval}]\n`,
      'b.agent.test.yml': 'settings: {judge_model: small}\ncases: [{prompt: a, expected: b}]\n',
      'a.workflow.yml': query,
      'b.workflow.yml': `${query}tests: [{type: consistency}]\n`,
    });
    const places = stdout.matchAll(/^(\S+?):\d+:\d+: (warning: )?/gm);
    expect([code, [...places].map(([, file, warning = 'error']) => `${file} ${warning}`.trim())]).toEqual([
      1,
      [
        'a.agent.yml error',
        'a.agent.yml warning:',
        'a.workflow.yml warning:',
        'b.agent.yml error',
        'b.workflow.yml error',
        'router.agent.yml warning:',
        'b.agent.test.yml warning:',
      ],
    ]);
  });

  it('says of a test file that only oxy runs what it tests, unless the config answers for it', async () => {
    const files = {
      'deep.agentic.yml': 'name: deep\n',
      'deep.agentic.test.yml': 'settings: {judge_model: small}\ncases: [{prompt: a, expected: b}]\n',
    };
    const { code, stdout } = await lint(files);
    expect(code).toBe(1);
    expect(stdout).toContain('deep.agentic.yml:1:1: agents of this kind run only in oxy.');
    const agents = { 'deep.agentic.yml': { type: 'http', url: 'http://127.0.0.1:1', output: 'content' } };
    const config = JSON.stringify({ models, agents });
    expect(await lint({ ...files, 'runner.config.json': config })).toMatchObject({ code: 0 });
  });

  it('warns of what the instructions of an agent read in vain', async () => {
    const { code, stdout } = await lint({
      'agents/a.agent.yml': `model: small
context: [{name: notes, type: file, src: [notes/*.md]}]
system_instructions: |
  Be kind.
  {{ kidn }} {{ context.notes }}
`,
    });
    expect([code, stdout.trim().split('\n')]).toEqual([
      0,
      [
        'agents/a.agent.yml:2:42: warning: no file matches notes/*.md',
        'agents/a.agent.yml:5:3: warning: system_instructions reads kidn, which does not exist',
      ],
    ]);
  });

  it('shows several problems of one agent as lines of one list', async () => {
    const root = await createTemporaryWorkspace({
      'config.yml': 'databases: []\nmodels: [{name: small, vendor: openai, model_ref: m, key_var: K}]\n',
      'a.agent.yml': `model: small
system_instructions: "{{ databases.a }} {{ databases.b }}"
tests: [{type: consistency, n: 2, task_description: q}]
`,
    });
    const { code, stderr } = await runCli(['test', 'a.agent.yml', '--no-output', '--no-history'], { cwd: root });
    expect([code, stderr.split('\n').slice(1, 3)]).toEqual([
      1,
      [
        '  a.agent.yml:2:22: config.yml has no database "a"; known: none',
        '  a.agent.yml:2:22: config.yml has no database "b"; known: none',
      ],
    ]);
  });

  it('warns of names that nothing gives, and of variables that are not set here', async () => {
    const { code, stdout } = await lint({
      'agents/a.agent.yml': agent('large'),
      'a.workflow.yml': 'variables: {region: x}\ntasks:\n  - {name: a, type: formatter, template: "{{ regoin }}"}\n',
    });
    expect([code, stdout.trim().split('\n')]).toEqual([
      0,
      [
        'a.workflow.yml:3:42: warning: the template uses "regoin", which nothing before it defines (did you mean "region"?)',
        expect.stringMatching(/^agents\/a\.agent\.yml:1:1: warning: .*NO_SUCH_KEY/),
      ],
    ]);
  });
});
