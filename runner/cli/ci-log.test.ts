import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('assistants/echo/tests/hostile.jsonl', [
    {
      id: 'a\n::stop-commands::x',
      name: 'b\r\n::add-mask::y ##[error]z',
      input: 'say\n::set-output name=a::b\n##vso[task.complete] ##teamcity[setParameter]',
      assert: { type: 'contains', value: 'never\n::warning::c' },
    },
  ]);
});
afterAll(() => workspace.remove());

it('what a case or an agent says is no command in the log of a CI; annotations are ours', async () => {
  for (const flags of [['-v'], ['-q'], ['--json'], ['--runs', '2']]) {
    const { stdout, stderr } = await runCli(['test', 'assistants/echo/tests/hostile.jsonl', '--no-output', ...flags], {
      cwd: workspace.root,
      variables: { GITHUB_ACTIONS: 'true' },
    });
    const lines = `${stdout}\n${stderr}`.split(/\r\n|\r|\n/);
    expect(lines.filter((line) => /##(vso|teamcity)?\[/.test(line) && !line.startsWith('::error'))).toEqual([]);
    const commands = lines.filter((line) => line.trimStart().startsWith('::'));
    expect(commands).toEqual([expect.stringMatching(/^::error file=assistants\/echo\/tests\/hostile\.jsonl,line=1,/)]);
    expect(stdout + stderr).toContain('stop-commands');
  }
});

it.each(['TF_BUILD', 'TEAMCITY_VERSION'])('nor in the log of a system that sets %s', async (name) => {
  const { stdout, stderr } = await runCli(['test', 'assistants/echo/tests/hostile.jsonl', '--no-output', '-v'], {
    cwd: workspace.root,
    variables: { [name]: '2026.1' },
  });
  expect(stdout + stderr).toContain('teamcity');
  expect(stdout + stderr).not.toMatch(/##(vso|teamcity)?\[/);
});
