import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createEchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';

const workspace = createEchoWorkspace({ echo: moduleEcho });
afterAll(() => workspace.remove());

// The number of cases is higher than the number of requests that are sent to the agent ahead of time.
const casesWith = (input: string) =>
  Array.from({ length: 200 }, (_, index) => ({
    id: `case-${index}`,
    input: `${input} ${index}`,
    assert: { type: 'contains', value: `${input} ${index}` },
  }));

it.each([
  ['in place', 'writeFileSync(file, changed)'],
  ['by a rename', "writeFileSync(file + '.new', changed); renameSync(file + '.new', file)"],
])('runs the cases that it has loaded although their file is rewritten %s', async (name, rewrite) => {
  const file = workspace.write('tests/lines.jsonl', casesWith('loaded'));
  const changed = workspace.write('tests/changed.txt', casesWith('changed'));
  workspace.write(
    'assistants/echo/agent.ts',
    `import { readFileSync, renameSync, writeFileSync } from 'node:fs';
const file = ${JSON.stringify(file)};
const changed = readFileSync(${JSON.stringify(changed)}, 'utf8');
export default ({ input }: { input: string }): string => {
  if (input === 'loaded 0') { ${rewrite}; }
  return 'echo: ' + input;
};
`,
  );
  const { code, stderr } = await runCli(['test', file, '-n', 'echo', '--parallel', '1', '-o', 'out.jsonl'], {
    cwd: workspace.root,
  });
  expect({ code, stderr }, name).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('"changed 199"');
  const answers = readFileSync(`${workspace.root}/out.jsonl`, 'utf8').match(/echo: \w+ \d+/g) ?? [];
  expect(new Set(answers)).toEqual(new Set(casesWith('echo: loaded').map(({ input }) => input)));
});
