import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../runner/testing/workspace.ts';
import { home, readDocument } from './documents.ts';
import { parseMarkdownBlocks } from './markdown-blocks.ts';

const suite = [
  { id: 'asks', tags: ['smoke'], input: 'money', assert: { type: 'contains', value: 'Which order' } },
  { id: 'knows', input: 'open?', assert: { type: 'contains', value: 'nine' } },
  { id: 'later', skip: true, input: 'open?', assert: { type: 'contains', value: 'nine' } },
];
const agents = { desk: { type: 'scripted', rules: [{ answer: 'Which order is it?' }] } };
const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

async function runPytest(files: Record<string, string>, ...args: string[]) {
  const block = parseMarkdownBlocks(readDocument('docs/how-to/test-runners.md')).find(
    ({ file }) => file === 'conftest.py',
  );
  const root = await createTemporaryWorkspace({
    'conftest.py': block?.text ?? '',
    'runner.config.json': JSON.stringify({ agents }),
    ...files,
  });
  const env = { ...process.env, TURNTREE: `${process.execPath} ${path.join(home, 'bin/runner.cjs')}` };
  const { status, stdout } = spawnSync('python3', ['-m', 'pytest', ...args], { cwd: root, env, encoding: 'utf8' });
  return { status, stdout };
}

/** If Python has no pytest here, the test is skipped, because nobody could use the recipe. */
describe.runIf(hasPytest)('the recipe for pytest', () => {
  const cases = suite.map((each) => `${JSON.stringify(each)}\n`).join('');

  it('makes a test item of each case, with the verdict as its failure', async () => {
    const { status, stdout } = await runPytest({ 'tests/desk.jsonl': cases });
    expect(status, stdout).toBe(1);
    expect(stdout).toContain('tests/desk.jsonl .Fs');
    expect(stdout).toContain('contains: expected output to contain "nine", got "Which order is it?"');
  });

  it('runs the cases that pytest selects, and says where a file has mistakes', async () => {
    const selected = await runPytest({ 'tests/desk.jsonl': cases }, '-k', 'smoke');
    expect(selected.stdout).toContain('1 passed, 2 deselected');
    const broken = await runPytest({ 'tests/desk.jsonl': '{"id": "a", "inptu": 4}\n' });
    expect(broken.stdout).toContain('tests/desk.jsonl:1:13: unknown key "inptu" (did you mean "input"?)');
  });
});
