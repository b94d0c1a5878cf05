import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';

let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const readText = (file: string): string => readFileSync(path.join(workspace.root, file), 'utf8');
const filesIn = (folder: string): string[] => readdirSync(path.join(workspace.root, folder)).toSorted();

beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    { id: 'ok', input: '```markdown\n# Title\n```', assert: { type: 'contains', value: 'Title' } },
    { id: 'OK', name: 'the same on many disks', input: 'hello', assert: { type: 'contains', value: 'bye' } },
    { id: '../../up and/away?', input: 'throw' },
    {
      id: 'talk',
      input: 'first',
      simulator: 'simulator',
      checkpoints: [{ id: 'then', assert: { type: 'contains', value: 'and then' } }],
    },
  ]);
  workspace.write('assistants/echo/tests/more.jsonl', [{ id: 'ok', input: 'hello' }]);
  await run('test', suite, '-o', 'reports/run.json', '-o', 'reports/run.jsonl', '--no-history');
});
afterAll(() => workspace.remove());

describe('turntree extract', () => {
  it('writes a Markdown file for each result beside the report, under names that are safe and differ', async () => {
    const { code, stdout, stderr } = await run('extract', 'reports/run.json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'turntree: 4 files\n' });
    const names = ['OK-2.md', '_.._up_and_away_.md', 'ok.md', 'talk.md'];
    expect(stdout.trim().split('\n').toSorted()).toEqual(names.map((name) => path.join('reports', name)).toSorted());
    expect(filesIn('reports')).toEqual([...names, 'run.json', 'run.jsonl'].toSorted());
    expect(readText('reports/OK-2.md')).toContain('# OK — the same on many disks');
    expect(readText('reports/OK-2.md')).toContain('**Status:** ❌ failed');
    expect(readText('reports/OK-2.md')).toContain('### Output\n\necho: hello\n');
    expect(readText('reports/_.._up_and_away_.md')).toContain('told to throw');
    const talk = readText('reports/talk.md');
    expect(talk).toContain('#### Turn 2');
    expect(talk).toContain('**Agent:**\n\necho: and then?');
    expect(talk).toContain('- ✓ then, turn 2');
  });

  it('writes JSON, from JSON lines as well', async () => {
    const { code } = await run('extract', 'reports/run.jsonl', '-o', 'json/deep', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(readText('json/deep/OK-2.json'))).toMatchObject({
      id: 'OK',
      status: 'failed',
      output: 'echo: hello',
    });
  });

  it('puts the results of several suites into folders, and all attempts of a case into one file', async () => {
    await run('test', 'assistants/echo/tests', '--runs', '2', '-o', 'several.json', '--no-history');
    const { code } = await run('extract', 'several.json', '-o', 'several');
    expect(code).toBe(0);
    expect(filesIn('several/assistants/echo/tests/more')).toEqual(['ok.md']);
    const document = readText('several/assistants/echo/tests/more/ok.md');
    expect(document).toContain('2 of 2 attempts passed');
    expect(document).toContain('## Attempt 2');
  });

  it('takes what there is of an interrupted run, and says so', async () => {
    const lines = readText('reports/run.jsonl').split('\n').slice(0, 3);
    workspace.write('broken-off.jsonl', `${lines.join('\n')}\n{"type":"result","id":"ta`);
    const { code, stderr } = await run('extract', 'broken-off.jsonl', '-o', 'rest');
    expect(code).toBe(0);
    expect(stderr).toContain('warning: the run of broken-off.jsonl was interrupted: results may be missing');
    expect(filesIn('rest')).toHaveLength(2);
  });

  it('refuses what is not a report, and writes nothing', async () => {
    for (const [name, text] of [
      ['cases.jsonl', '{"id":"a","input":"b"}\n'],
      ['other.json', '{"results": 1}'],
      ['page.html', '<html>'],
    ] as const) {
      workspace.write(name, text);
      const { code, stderr } = await run('extract', name, '-o', 'nothing');
      expect(code).toBe(1);
      expect(stderr).toContain(`turntree: ${name} is not a report of a run\n`);
    }
    expect((await run('extract', 'missing.json')).stderr).toContain('turntree: missing.json does not exist');
    expect(existsSync(path.join(workspace.root, 'nothing'))).toBe(false);
  });
});
