import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../testing/scripted-workspace.ts';
import { runHere } from '../testing/terminal-here.ts';
// Loaded before the first test, which is not to be measured with it.
import './import.ts';

let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runHere(args, workspace.root);
const read = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');
const cases = (file: string): unknown[] =>
  read(file)
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

beforeEach(() => {
  workspace = createScriptedWorkspace();
});
afterEach(() => workspace.remove());

describe('tables', () => {
  const table = 'question,answer,topic\n"one, two",echo,a\n\nthree,,b\n,four,c\n';

  it('become a suite, and what checks nothing is reported', async () => {
    workspace.write('faq.csv', table);
    const map = ['--map', 'input=question,expected=answer,metadata.topic=topic'];
    const { code, stdout } = await run('import', 'table', 'faq.csv', ...map, '-o', 'tests/faq.jsonl');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `faq.csv:4: not carried: a row: it expects nothing, so any answer would pass
faq.csv:5: not carried: a row: it has no input
carried 1 of 3 checks; 2 not
1 case in tests/faq.jsonl
`,
    });
    expect(cases('tests/faq.jsonl')).toEqual([
      { id: 'row-2', input: 'one, two', expected: 'echo', metadata: { topic: 'a' } },
    ]);
    expect((await run('lint', 'tests/faq.jsonl')).code).toBe(0);
  });

  it('may be lines of JSON with columns inside them', async () => {
    workspace.write('rows.jsonl', [
      { key: 7, ask: [{ text: 'hi' }], want: { a: 1 }, words: ['x', 'y'] },
      { key: 7, ask: [{ text: 'ho' }], want: 3, words: 'z' },
    ]);
    const map = 'id=key,input=ask.0.text,expected=want,tags=words';
    const { code, stdout, stderr } = await run('import', 'table', 'rows.jsonl', '--map', map);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'carried 2 of 2 checks\n' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { id: '7', input: 'hi', expected: { a: 1 }, tags: ['x', 'y'] },
      { id: '7-2', input: 'ho', expected: 3, tags: ['z'] },
    ]);
  });

  it.each([
    ['input=questions', 'exit 2: nothing could be carried'],
    ['input=questions', 'no row has the column "questions"; did you mean "question"?'],
    ['inptu=question', 'a case has no field "inptu"'],
    ['input', '"input" is not field=column'],
    ['input=question,input=answer', '"input" is mapped twice'],
  ])('say what is wrong with --map %s', async (map, problem) => {
    workspace.write('faq.csv', table);
    const { code, stderr } = await run('import', 'table', 'faq.csv', '--map', map);
    expect([code > 0, stderr]).toEqual([true, expect.stringContaining(problem)]);
  });

  it('carry nothing where no row can be a case', async () => {
    workspace.write('faq.csv', 'question,answer\nx,\ny,\n');
    const { code, stdout } = await run('import', 'table', 'faq.csv', '--map', 'input=question', '-o', 'a.jsonl');
    expect([code, stdout]).toEqual([0, 'carried 0 of 0 checks\n2 cases in a.jsonl\n']);
    const map = ['--map', 'input=answer,expected=question'];
    expect((await run('import', 'table', 'faq.csv', ...map, '-o', 'b.jsonl')).code).toBe(2);
    expect(existsSync(path.join(workspace.root, 'b.jsonl'))).toBe(false);
  });
});

it('never writes over a file', async () => {
  workspace.write('faq.csv', 'question\nx\n');
  workspace.write('mine.jsonl', '{}');
  const { code, stderr } = await run('import', 'table', 'faq.csv', '--map', 'input=question', '-o', 'mine.jsonl');
  expect([code, stderr]).toEqual([1, expect.stringContaining('mine.jsonl is there already')]);
  expect(read('mine.jsonl')).toBe('{}');
});
