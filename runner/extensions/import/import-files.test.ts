import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../../testing/run-in-process.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../testing/scripted-workspace.ts';
// Modules are loaded before the first test, so that loading does not count against its time limit.
import './import-files.ts';

let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runInProcess(args, workspace.root);
const readFile = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');
const cases = (file: string): unknown[] =>
  readFile(file)
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
      stdout: `faq.csv:4: not imported: a row: the row expects nothing, so any answer would pass
faq.csv:5: not imported: a row: the row has no input
1 case: "expected" is a text that the answer has to contain (contains); --map equals=… requires an exact match
imported 1 of 3 checks; 2 not
1 case in tests/faq.jsonl
`,
    });
    expect(cases('tests/faq.jsonl')).toEqual([
      {
        id: 'row-2',
        input: 'one, two',
        metadata: { topic: 'a' },
        assert: [{ type: 'contains', value: 'echo', ignore_case: true, ignore_space: true }],
      },
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
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '2 cases: "expected" is data: the JSON of the answer has to be equal to it\nimported 2 of 2 checks\n',
    });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { id: '7', input: 'hi', assert: [{ type: 'json_path', path: '$', value: { a: 1 } }], tags: ['x', 'y'] },
      { id: '7-2', input: 'ho', assert: [{ type: 'json_path', path: '$', value: 3 }], tags: ['z'] },
    ]);
  });

  const messages = [{ role: 'user', content: 'hi' }];
  it.each([
    ['tabs', 'faq.tsv', 'ask\twant\nhi, you\tyes\n'],
    ['tabs that nobody announced', 'faq.csv', 'ask\twant\nhi, you\tyes\n'],
    ['semicolons', 'faq.csv', 'ask;want\r\n"hi, you";yes\r\n'],
    ['a list of JSON', 'faq.json', '\uFEFF[\n  { "ask": "hi, you", "want": "yes" }\n]'],
    ['UTF-16', 'faq.csv', Buffer.from('\uFEFFask,want\n"hi, you",yes\n', 'utf16le')],
  ])('may have %s', async (_, file, content) => {
    writeFileSync(path.join(workspace.root, file), content);
    const { code } = await run('import', 'table', file, '--map', 'input=ask,contains=want', '-o', 'tests/a.jsonl');
    expect([code, cases('tests/a.jsonl')]).toEqual([
      0,
      [{ id: 'row-2', input: 'hi, you', assert: [{ type: 'contains', value: 'yes', ignore_case: true }] }],
    ]);
  });

  it('are read no further than to where they are no text', async () => {
    writeFileSync(path.join(workspace.root, 'faq.csv'), Buffer.from('ask,want\nhi,Café\n', 'latin1'));
    const { code, stderr } = await run('import', 'table', 'faq.csv', '--map', 'input=ask,expected=want');
    expect([code, stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('faq.csv:2:1: this is not UTF-8 text'),
    ]);
    expect(code).not.toBe(0);
  });

  it('hold messages and data as JSON in their cells', async () => {
    const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    workspace.write(
      'faq.csv',
      `ask,want,more\n${quoted(messages)},${quoted({ a: 1 })},[1]\n${quoted({ b: 2 })},[broken,{}\n[],${quoted([1])},\n`,
    );
    const map = 'input=ask,equals=want,metadata.more=more';
    await run('import', 'table', 'faq.csv', '--map', map, '-o', 'tests/a.jsonl');
    expect(cases('tests/a.jsonl')).toMatchObject([
      { input: messages, assert: [{ type: 'equals', value: { a: 1 } }], metadata: { more: [1] } },
      { input: '{"b":2}', assert: [{ type: 'equals', value: '[broken' }], metadata: { more: {} } },
      { input: '[]', assert: [{ type: 'equals', value: [1] }] },
    ]);
    expect((await run('lint', 'tests/a.jsonl')).code).toBe(0);
  });

  it('have reference answers, which the judge of the workspace compares, and criteria of its own', async () => {
    workspace.remove();
    workspace = createScriptedWorkspace({ strict: { type: 'scripted', rules: [{ answer: { passed: true } }] } });
    workspace.write('faq.csv', 'ask,want,tone\nhi,Yes.,is kind\n');
    const map = ['--map', 'input=ask,expected=want', '--map', 'criteria=tone'];
    const alone = await run('import', 'table', 'faq.csv', ...map, '-o', 'tests/a.jsonl');
    expect(alone.stdout).toContain('faq.csv:2: not imported: "criteria": the workspace has no agent that judges');
    await run('import', 'table', 'faq.csv', ...map, '--map', 'judge=strict', '-o', 'tests/b.jsonl');
    expect(cases('tests/b.jsonl')).toMatchObject([
      {
        assert: [
          { type: 'agent', use: 'agents:strict', value: 'The answer says what this reference answer says: Yes.' },
          { type: 'agent', use: 'agents:strict', value: 'is kind' },
        ],
      },
    ]);
  });

  it.each([
    ['input=questions', 'exit 2: nothing could be imported'],
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
    expect([code, stdout]).toEqual([0, 'imported 0 of 0 checks\n2 cases in a.jsonl\n']);
    const map = ['--map', 'input=answer,expected=question'];
    expect((await run('import', 'table', 'faq.csv', ...map, '-o', 'b.jsonl')).code).toBe(2);
    expect(existsSync(path.join(workspace.root, 'b.jsonl'))).toBe(false);
  });
});

it('never writes over a file', async () => {
  workspace.write('faq.csv', 'question\nx\n');
  workspace.write('mine.jsonl', '{}');
  const { code, stderr } = await run('import', 'table', 'faq.csv', '--map', 'input=question', '-o', 'mine.jsonl');
  expect([code, stderr]).toEqual([1, expect.stringContaining('mine.jsonl already exists')]);
  expect(readFile('mine.jsonl')).toBe('{}');
});
