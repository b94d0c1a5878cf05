import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { isWorkspaceCaseFile, listCaseFilesBelow, listIgnoredFilesBelow } from './case-files.ts';

async function isSuite(text: string, file = 'suite.jsonl'): Promise<boolean> {
  const root = await createTemporaryWorkspace({ [file]: text });
  return listCaseFilesBelow(root).includes(file);
}

describe('a file that keeps a reader busy', () => {
  it.each([
    ['a list behind slashes', 'a.json', '//'.repeat(2_000)],
    ['tests behind hashes', 'a.agent.yml', `tests:\n${'#'.repeat(50_000)}`],
  ])('is no suite, which is known at once: %s', async (_what, file, text) => {
    expect(await isSuite(text, file)).toBe(false);
  });

  it('is a suite when it is a list behind comments', async () => {
    expect(await isSuite('// a\r\n// b\n[\n  // c\n  {"id": "A", "input": "a"}]', 'a.json')).toBe(true);
  });
});

describe('a file that begins with a case under another name', () => {
  const suite = '// first\n{"id": "A", "input": "a", "assert": {"type": "contains", "value": "b"}}\n';

  it.each([
    ...[
      'more.ndjson',
      'more.json5',
      'more.jsonc',
      'more.jsonl.txt',
      'more.json',
      'output-format.jsonl',
      'a/more.ndjson',
    ],
  ])('is told of: %s', async (file) => {
    expect(listIgnoredFilesBelow(await createTemporaryWorkspace({ [file]: suite })).misnamed).toEqual([file]);
  });

  it.each(['more.yaml', 'more.yml'])('is told of in YAML: %s', async (file) => {
    const text = '# cases\n- id: a\n  input: "x"\n  assert: {type: contains, value: hello}\n';
    expect(listIgnoredFilesBelow(await createTemporaryWorkspace({ [file]: text })).misnamed).toEqual([file]);
  });

  it.each([
    ['workflow.yml', 'on: push\njobs:\n  - id: a\n    input: x\n    assert: y\n'],
    ['steps.yaml', '- id: a\n  input: x\n  run: y\n'],
    ['data.yaml', '- id: 1\n  input: a\n  expected: b\n  category: c\n'],
    ['cases.jsonl', suite],
    ['cases.jsonl.bak', suite],
    ['.cases.jsonl', suite],
    ['recorded.ndjson', '{"id": "A", "turns": [{"input": "a", "output": "b"}]}'],
    ['output-1.jsonl', '{"type": "start", "id": "A"}'],
    ['data.ndjson', '{"id": 1, "input": "a", "expected": "b", "category": "c"}'],
    ['package.json', '{"name": "a"}'],
    ['list.json', `[${suite.slice(9)}]`],
  ])('is nothing else: %s', async (file, text) => {
    expect(listIgnoredFilesBelow(await createTemporaryWorkspace({ [file]: text })).misnamed).toEqual([]);
  });
});

describe('script tests below a folder', () => {
  it.each([
    ['an exported function', 'export async function TestGreeting(t: T) {}'],
    ['a function that is not exported', 'function TestGreeting(t) {}'],
    ['an arrow function', 'export const TestGreeting = async (t, ctx) => {};'],
    ['a function expression', 'const TestGreeting = function greet(t) {};'],
    ['only names that begin in lower case, which lint reports', 'export function testGreeting(t, ctx) {}'],
  ])('include a file with %s', async (_, text) => {
    const root = await createTemporaryWorkspace({ 'src/tools_test.ts': `import './tools';\n\n${text}\n` });
    expect(listIgnoredFilesBelow(root)).toEqual({ misnamed: [], scriptTests: ['src/tools_test.ts'] });
  });

  it.each([
    ['hooks', 'src/env_test.ts', 'export function Before(_context, testCase) {}'],
    ['functions of another test runner', 'src/tools.test.ts', "test('greeting', (t) => {});"],
    ['a helper of another test runner', 'src/tools.test.ts', 'export function testGreeting(t) {}'],
  ])('leave out %s', async (_, file, text) => {
    const root = await createTemporaryWorkspace({ [file]: text });
    expect(listIgnoredFilesBelow(root)).toEqual({ misnamed: [], scriptTests: [] });
  });
});

describe('a file of JSON lines', () => {
  it.each([
    ['has an input', '{"id": "A", "input": "a"}'],
    ['has checkpoints', '{"id": "A", "checkpoints": []}'],
    ['has turns', '{"id": "A", "turns": ["Hello"]}'],
    ['spells it in another way', '{"id": "A", "Input": "a"}'],
    [
      'lies behind comments, over several lines',
      '// one\n\n// two\n{\n  "id": "A",\n  "metadata": {"a": 1},\n  "input": "a"\n}\n',
    ],
    ['says so far behind', `{"id": "A", "metadata": {"text": "${'x'.repeat(20_000)}"}, "input": "a"}`],
    ['lacks an input', '{"id": "A", "name": "first"}'],
    ['is broken', '{"id": "A", nothing}'],
    ['is not there', '// nothing yet\n'],
  ])('is a suite whose first object %s', async (_what, text) => {
    expect(await isSuite(text)).toBe(true);
  });

  it.each([
    ['something else', '{"id": "ada", "born": 1815}\n{"id": "A", "input": "a"}'],
    ['an input deeper down', '{"request": {"input": "a"}}'],
    ['a report', '{"type":"start","input":"a"}'],
  ])('is data that begins with %s', async (_what, text) => {
    expect(await isSuite(text)).toBe(false);
  });

  it('is no suite of the dashboard, either', async () => {
    const root = await createTemporaryWorkspace({
      'data/people.jsonl': '{"id": "ada", "born": 1815}',
      'a.jsonl': '{"id": "A", "input": "a"}',
    });
    expect([
      isWorkspaceCaseFile(root, path.posix.join('data', 'people.jsonl')),
      isWorkspaceCaseFile(root, 'a.jsonl'),
    ]).toEqual([false, true]);
  });
});
