import { describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { temporaryWorkspace } from '../testing/workspace.ts';

const models = {
  small: { type: 'scripted', rules: [{ answer: 'x' }] },
  large: { type: 'openai', options: { model: 'm', key: '$ENV.NO_SUCH_KEY' } },
};

async function lint(files: Record<string, string>): Promise<CliResult> {
  const root = await temporaryWorkspace({
    'config.yml': 'databases: []\nmodels: [{name: small, vendor: openai, model_ref: m, key_var: NO_SUCH_KEY}]\n',
    'runner.config.json': JSON.stringify({ models }),
    'tests/some.jsonl': '{"id": "A", "input": "hi"}',
    ...files,
  });
  return runCli(['lint'], { cwd: root });
}

const agent = (model: string) => `model: ${model}\nsystem_instructions: x\n`;
const asking = (agentId: string) => `{name: a, type: agent, agent_ref: ${agentId}, prompt: x}`;

describe('runner lint in an oxy project', () => {
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

  it('warns of names that nothing gives, and of variables that are not set here', async () => {
    const { code, stdout } = await lint({
      'agents/a.agent.yml': agent('large'),
      'a.workflow.yml': 'variables: {region: x}\ntasks:\n  - {name: a, type: formatter, template: "{{ regoin }}"}\n',
    });
    expect([code, stdout.trim().split('\n')]).toEqual([
      0,
      [
        'a.workflow.yml:3:42: warning: the template names "regoin", which nothing before it gives (did you mean "region"?)',
        expect.stringMatching(/^agents\/a\.agent\.yml:1:1: warning: .*NO_SUCH_KEY/),
      ],
    ]);
  });
});
