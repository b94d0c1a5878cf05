import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('turntree init', () => {
  it('writes a workspace in which the commands that it prints work, and pass', async () => {
    const { code, stdout, stderr } = await runCli(['init', 'my-tests'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [enter, test, ui] = stdout.slice(stdout.indexOf('Next:')).trim().split('\n').slice(1);
    expect([enter, ui]).toEqual(['  cd my-tests', '  npx turntree ui']);
    const args = test?.trim().split(' ').slice(2) ?? [];
    const root = path.join(folder, 'my-tests');
    const run = await runCli([...args, '-o', 'report.json'], { cwd: root });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    const report = JSON.parse(readFileSync(path.join(root, 'report.json'), 'utf8'));
    expect(report.results.map((result: { kind: string; status: string }) => [result.kind, result.status])).toEqual([
      ['standard', 'passed'],
      ['standard', 'passed'],
      ['dynamic', 'passed'],
    ]);
    expect(report.results.every((result: object) => !('warnings' in result))).toBe(true);
    const { facts } = report.results[2].simulator;
    expect(facts.map(({ state }: { state: string }) => state)).toEqual(['elicited', 'elicited']);
    expect(await runCli(['lint'], { cwd: root })).toMatchObject({ code: 0, stdout: '' });
  });

  it('writes into the current folder, beside what is there', async () => {
    writeFileSync(path.join(folder, 'README.md'), 'mine');
    const { code, stdout } = await runCli(['init'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).not.toContain('  cd ');
    expect(readdirSync(folder).toSorted()).toEqual([
      ...['.github', '.gitignore', 'README.md', 'agents', 'runner.config.json', 'runner.config.schema.json', 'src'],
      'tests',
    ]);
    const config = JSON.parse(readFileSync(path.join(folder, 'runner.config.json'), 'utf8'));
    expect(config.$schema).toBe('./runner.config.schema.json');
    expect(Object.keys(config.agents)).toEqual(['bookings']);
  });

  it('overwrites nothing, and writes nothing then', async () => {
    mkdirSync(path.join(folder, 'agents'));
    writeFileSync(path.join(folder, 'agents/bookings.ts'), 'mine');
    const { code, stdout, stderr } = await runCli(['init'], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('nothing was written: a file is already there');
    expect(stderr).toContain(path.join(folder, 'agents/bookings.ts'));
    expect(existsSync(path.join(folder, 'runner.config.json'))).toBe(false);
    expect(readFileSync(path.join(folder, 'agents/bookings.ts'), 'utf8')).toBe('mine');
  });

  it('leaves the .gitignore of a repository alone, and says what belongs into it', async () => {
    writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n');
    const { code, stdout } = await runCli(['init'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('Add to your .gitignore:\n  .runner/\n  output-*.jsonl\n');
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n');
    expect(existsSync(path.join(folder, 'runner.config.json'))).toBe(true);
  });

  it('writes no second config beside one in another language', async () => {
    writeFileSync(path.join(folder, 'runner.config.ts'), 'export default {};');
    const { code, stderr } = await runCli(['init', '--bare'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain(path.join(folder, 'runner.config.ts'));
    expect(readdirSync(folder)).toEqual(['runner.config.ts']);
  });

  it('adds only the script and the workflow to a workspace, as try leaves one', async () => {
    writeFileSync(path.join(folder, 'runner.config.json'), '{"agents": {}}');
    writeFileSync(path.join(folder, 'package.json'), '{"dependencies": {"ai": "7.0.0"}}');
    writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n.runner/\r\noutput-*.jsonl\n');
    const { code, stdout } = await runCli(['init', '--yes'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).not.toContain('Add to your .gitignore');
    expect(stdout).not.toContain('In this folder');
    expect(stdout).toContain('This folder is a workspace already, so it got no sample.\n');
    expect(stdout).toContain('npx turntree test .\n');
    expect(readdirSync(folder).toSorted()).toEqual(['.github', '.gitignore', 'package.json', 'runner.config.json']);
    expect(await runCli(['init', '--yes'], { cwd: folder })).toMatchObject({ code: 1, stdout: '' });
  });

  it('names a file that exports an agent of a framework, and a package that CI cannot reach', async () => {
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(
      path.join(folder, 'src/desk.ts'),
      "import { Agent } from '@openai/agents';\nexport const desk = 1;\n",
    );
    const dependencies = { '@openai/agents': '0.20.0', turntree: 'file:../turntree-0.1.0.tgz' };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies }));
    const { stdout } = await runCli(['init', '--yes'], { cwd: folder });
    expect(stdout).toContain('an agent? src/desk.ts: npx turntree try src/desk.ts --goal');
    expect(stdout).toContain('turntree is installed from ../turntree-0.1.0.tgz: move that file into this folder');
  });

  it('says what to do with a framework whose agent no file exports', async () => {
    writeFileSync(path.join(folder, 'package.json'), '{"dependencies": {"ai": "7.0.0"}}');
    const { stdout } = await runCli(['init', '--yes'], { cwd: folder });
    expect(stdout).toContain('AI SDK: export the agent from a file, and try it: npx turntree try <file> --goal');
  });

  it.each([
    ['package-lock.json', ['- run: npm ci']],
    ['pnpm-lock.yaml', ['- run: corepack enable', '- run: pnpm install --frozen-lockfile']],
    ['yarn.lock', ['- run: corepack enable', '- run: yarn install']],
    ['bun.lock', ['- run: npm install --global bun', '- run: bun install --frozen-lockfile']],
    ['requirements.txt', ["python-version: '3.x'", '- run: pip install -r requirements.txt']],
    ['pyproject.toml', ['- run: pip install .']],
    ['package.json', ['- run: npm install']],
  ])('writes a workflow that installs what %s names', async (file, lines) => {
    writeFileSync(path.join(folder, file), '{"devDependencies": {"turntree": "0.1.0"}}');
    await runCli(['init', '--yes'], { cwd: folder });
    const workflow = readFileSync(path.join(folder, '.github/workflows/agents.yml'), 'utf8').split('\n');
    expect(workflow.map((line) => line.trim())).toEqual(expect.arrayContaining(lines));
  });

  it('adds an npm script and a workflow to a project, and names the agents that it has', async () => {
    mkdirSync(path.join(folder, '.git'));
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src/support-agent.ts'), 'throw new Error("this file must not run");');
    writeFileSync(path.join(folder, 'promptfooconfig.yaml'), 'prompts: []');
    const packageText = '{\n  "name": "shop",\n  "dependencies": { "ai": "6.0.0" }\n}\n';
    writeFileSync(path.join(folder, 'package.json'), packageText);
    const { code, stdout } = await runCli(['init', '--yes'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('npx turntree try src/support-agent.ts --goal');
    expect(stdout).toContain('npx turntree import promptfoo promptfooconfig.yaml -o tests/promptfoo.jsonl');
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ name: 'shop', scripts: { 'test:agents': 'turntree test .' } });
    expect(text).toContain('"dependencies": { "ai": "6.0.0" }');
    const workflow = readFileSync(path.join(folder, '.github/workflows/agents.yml'), 'utf8');
    expect(workflow).toContain('npx turntree test .');
    expect(await runCli(['test', '.', '-q'], { cwd: folder })).toMatchObject({ code: 0 });
  });

  it('writes no workflow where GitHub does not read it', async () => {
    mkdirSync(path.join(folder, '.git'));
    await runCli(['init', 'my-tests'], { cwd: folder });
    expect(existsSync(path.join(folder, 'my-tests/.github'))).toBe(false);
  });

  it('writes an assistant of Yao only where there are others', async () => {
    mkdirSync(path.join(folder, 'assistants/desk'), { recursive: true });
    writeFileSync(path.join(folder, 'assistants/desk/package.yao'), '{"name": "Desk"}');
    const { stdout } = await runCli(['init'], { cwd: folder });
    expect(existsSync(path.join(folder, 'assistants/bookings/package.yao'))).toBe(true);
    const suite = 'assistants/bookings/tests/cases.jsonl';
    expect(stdout).toContain(`npx turntree test ${suite}`);
    expect(await runCli(['test', suite, '-q'], { cwd: folder })).toMatchObject({ code: 0 });
  });
});
