import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { castToJson, isJsonObject, type Json } from '../values/index.ts';
import { parseCaseSource } from './case-source.ts';
import { type CaseEdit, editCase } from './edit-case.ts';
import { applyEdits } from './text-edit.ts';

function applyCaseEdits(source: string, ...edits: CaseEdit[]): string {
  return applyEdits(source, editCase(source, edits));
}

describe('a value', () => {
  test('is replaced where it stands, and all else keeps its spelling', () => {
    const source = '{ "id" : "a\\u0041", "n": 1.0, "big": 12345678901234567890, "input": "x" ,"tags":[ ]}';
    expect(applyCaseEdits(source, { kind: 'set', path: ['input'], value: 'y' })).toBe(source.replace('"x"', '"y"'));
  });

  test('that is new stands where people write it, spaced like its neighbours', () => {
    const source = '{"id":"R-1","input":"hi","tags":["a"]}';
    expect(applyCaseEdits(source, { kind: 'set', path: ['name'], value: 'Hello' })).toBe(
      '{"id":"R-1","name":"Hello","input":"hi","tags":["a"]}',
    );
    expect(applyCaseEdits(source, { kind: 'set', path: ['options', 'connector'], value: 'gpt' })).toBe(
      '{"id":"R-1","input":"hi","options":{"connector":"gpt"},"tags":["a"]}',
    );
  });

  test('that is new in an object of many lines gets a line of its own, with its line ending', () => {
    const source = '{\r\n  "id": "a",\r\n  // why\r\n  "input": "hi"\r\n}';
    expect(applyCaseEdits(source, { kind: 'set', path: ['assert'], value: { type: 'contains', value: 'x' } })).toBe(
      '{\r\n  "id": "a",\r\n  // why\r\n  "input": "hi",\r\n  "assert": {"type": "contains", "value": "x"}\r\n}',
    );
  });

  test('is removed with its comma and its line, and comments stay', () => {
    const source = '{\n  "id": "a",\n  // why\n  "name": "n",\n  "input": "hi"\n}';
    expect(applyCaseEdits(source, { kind: 'remove', path: ['name'] })).toBe(
      '{\n  "id": "a",\n  // why\n  "input": "hi"\n}',
    );
    expect(applyCaseEdits(source, { kind: 'remove', path: ['input'] })).toBe(
      '{\n  "id": "a",\n  // why\n  "name": "n"\n}',
    );
  });

  test('is found by the spelling that the author chose', () => {
    expect(applyCaseEdits('{"ID":"a","assertions":[]}', { kind: 'set', path: ['id'], value: 'b' })).toBe(
      '{"ID":"b","assertions":[]}',
    );
    expect(
      applyCaseEdits('{"id":"a","assertions":{"type":"regex"}}', {
        kind: 'set',
        path: ['assert', 0, 'value'],
        value: 'x',
      }),
    ).toBe('{"id":"a","assertions":{"type":"regex","value":"x"}}');
  });

  test('is written as its text says, on one line where the case is', () => {
    expect(
      applyCaseEdits('{"id": "a", "metadata": {}}', { kind: 'write', path: ['metadata'], text: '{\n  "n": 1.0\n}' }),
    ).toBe('{"id": "a", "metadata": { "n": 1.0 }}');
    expect(getSourceAt('{"id": "a", "metadata": {"n": 1.0}}', ['metadata'])).toBe('{"n": 1.0}');
  });

  test('is renamed with its key alone', () => {
    expect(applyCaseEdits('{"id": "a", "asert" : [1.0]}', { kind: 'rename', path: ['asert'], key: 'assert' })).toBe(
      '{"id": "a", "assert" : [1.0]}',
    );
  });
});

describe('a member', () => {
  test('is appended after the others, with a comment between them', () => {
    const source = '{"id":"a","simulator":{"goal":"g","facts":{\n  "zip": 1,\n  // why\n  "name": "Ann"\n}}}';
    expect(applyCaseEdits(source, { kind: 'append', path: ['simulator', 'facts', 'city'], text: '"Ulm"' })).toBe(
      source.replace('"Ann"', '"Ann",\n  "city":"Ulm"'),
    );
  });

  test('is appended to an object that is not there yet', () => {
    expect(applyCaseEdits('{"id": "a"}', { kind: 'append', path: ['simulator', 'facts', 'zip'], text: '"x"' })).toBe(
      '{"id": "a", "simulator": {"facts": {"zip": "x"}}}',
    );
  });

  test('of the built-in user stands where the documents write it', () => {
    const source = '{"id": "a", "simulator": {"goal": "g", "persona": "p"}}';
    const facts: CaseEdit = { kind: 'append', path: ['simulator', 'facts', 'zip'], text: '"x"' };
    const by: CaseEdit = { kind: 'set', path: ['simulator', 'by'], value: 'model' };
    expect(applyCaseEdits(source, by, facts)).toBe(
      '{"id": "a", "simulator": {"goal": "g", "facts": {"zip": "x"}, "persona": "p", "by": "model"}}',
    );
  });
});

describe('a list', () => {
  test('is made of a single assertion when a second one comes', () => {
    const source = '{"id":"a","assert":{"type":"contains","value":"x"}}';
    expect(applyCaseEdits(source, { kind: 'insert', path: ['assert'], index: 1, value: { type: 'regex' } })).toBe(
      '{"id":"a","assert":[{"type":"contains","value":"x"},{"type":"regex"}]}',
    );
  });

  test('is made when there is none', () => {
    expect(applyCaseEdits('{"id": "a"}', { kind: 'insert', path: ['tags'], index: 0, value: 'x' })).toBe(
      '{"id": "a", "tags": ["x"]}',
    );
  });

  test('moves an item with the comment above it', () => {
    const source = '{"id": "a", "tags": [\n  "one",\n  // second\n  "two",\n  "three"\n]}';
    expect(applyCaseEdits(source, { kind: 'move', path: ['tags'], from: 1, to: 0 })).toBe(
      '{"id": "a", "tags": [\n  // second\n  "two",\n  "one",\n  "three"\n]}',
    );
  });
});

test('a text that is not a sound object is left alone', () => {
  expect(editCase('{"id": "a", ', [{ kind: 'set', path: ['id'], value: 'b' }])).toEqual([]);
});

test('a key that stands twice is removed twice, and written where it counts', () => {
  expect(applyCaseEdits('{"id":"a","id":"b"}', { kind: 'remove', path: ['id'] })).toBe('{}');
  expect(applyCaseEdits('{"id":"a","id":"b"}', { kind: 'set', path: ['id'], value: 'c' })).toBe('{"id":"a","id":"c"}');
});

type Written =
  | { kind: 'scalar'; raw: string }
  | { kind: 'list'; items: Written[]; layout: Layout }
  | { kind: 'object'; members: [string, Written][]; layout: Layout };
type Layout = { lines: boolean; comment: boolean; colon: string; comma: string; pad: string };

const layout = fc.record({
  lines: fc.boolean(),
  comment: fc.boolean(),
  colon: fc.constantFrom(':', ': ', ' : '),
  comma: fc.constantFrom(',', ', ', ' , '),
  pad: fc.constantFrom('', ' '),
});
const scalar = fc.record({
  kind: fc.constant('scalar' as const),
  raw: fc.constantFrom(
    '1.0',
    '1e3',
    '12345678901234567890',
    '"\\u0041"',
    '"a\\/b"',
    '"// no"',
    'null',
    'true',
    '"é,{"',
  ),
});
const { node, object } = fc.letrec<{ node: Written; list: Written; object: Written }>((tie) => ({
  node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie('list'), tie('object')),
  list: fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('node'), { maxLength: 3 }), layout }),
  object: fc.record({
    kind: fc.constant('object' as const),
    members: fc.uniqueArray(fc.tuple(fc.constantFrom('id', 'name', 'input', 'x', 'assert', 'tags'), tie('node')), {
      maxLength: 4,
      selector: ([key]) => key,
    }),
    layout,
  }),
}));

type Printing = { newline: string | undefined; indent: string };

function printNode(jsonNode: Written, printing: Printing): string {
  if (jsonNode.kind === 'scalar') return jsonNode.raw;
  const { lines, comment, colon, comma, pad } = jsonNode.layout;
  const [open, close] = jsonNode.kind === 'list' ? '[]' : '{}';
  const inner = { ...printing, indent: `${printing.indent}  ` };
  const parts =
    jsonNode.kind === 'list'
      ? jsonNode.items.map((item) => printNode(item, inner))
      : jsonNode.members.map(([key, value]) => JSON.stringify(key) + colon + printNode(value, inner));
  const { newline } = printing;
  if (!lines || newline === undefined || parts.length === 0) return `${open}${pad}${parts.join(comma)}${pad}${close}`;
  const note = comment ? `${newline}${inner.indent}// a "note", {` : '';
  const body = parts.join(`${comma.trimEnd()}${note}${newline}${inner.indent}`);
  return `${open}${note}${newline}${inner.indent}${body}${note}${newline}${printing.indent}${close}`;
}

function parseText(source: string): Json {
  return castToJson(JSON.parse(source.replace(/^\s*\/\/.*$/gm, '')));
}

type Path = (string | number)[];

function listPaths(value: Json, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => listPaths(item, [...path, index]))];
  if (!isJsonObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => listPaths(member, [...path, key]))];
}

function getAtPath(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isJsonObject(inner) ? inner[String(key)] : undefined;
  }, value);
}

/** Makes the same change in the parsed value of the case, to compare it with the edited text. */
function changeAtPath(value: Json, path: Path, change: (container: Json, key: string | number) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (rest.length === 0) return change(structuredClone(value), key);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? changeAtPath(item, rest, change) : item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === key ? changeAtPath(member, rest, change) : member]),
  );
}

const document = fc
  .tuple(object, fc.constantFrom(undefined, '\n', '\r\n'))
  .map(([jsonNode, newline]) => ({ newline, source: printNode(jsonNode, { newline, indent: '' }) }));

type Layouts = { before: string; after: string; newline: string | undefined; gone?: string };

/** Expects that an edit preserves lines, line ends and comments, except comments inside of removed parts. */
function expectLayoutKept({ before, after, newline, gone = '' }: Layouts): void {
  if (newline === undefined) expect(after).not.toContain('\n');
  if (newline === '\r\n') expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(listComments(after)).toBe(listComments(before) - listComments(gone));
}

function listComments(text: string): number {
  return text.split('// a "note"').length - 1;
}

/** Expects that an edit changes the source text only of the edited value and of the values that contain it. */
function expectOthersUntouched({ before, after, path, moved }: Change): void {
  for (const other of listPaths(parseText(before))) {
    const isInside = path.every((key, index) => other[index] === key);
    const isAround = other.every((key, index) => path[index] === key);
    if (isInside || isAround) continue;
    expect(getSourceAt(after, moved(other))).toBe(getSourceAt(before, other));
  }
}

type Change = { before: string; after: string; path: Path; moved: (other: Path) => Path };

describe('whatever the case and its spelling', () => {
  test('a new value changes only the bytes of the old one', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(document, fc.nat(), node, ({ source }, choice, value) => {
        const paths = listPaths(parseText(source)).slice(1);
        const path = paths[choice % Math.max(1, paths.length)];
        if (path === undefined) return;
        const expected = parseText(printNode(value, { newline: undefined, indent: '' }));
        const old = getSourceAt(source, path) ?? '';
        const after = applyCaseEdits(source, { kind: 'set', path, value: expected });
        const [edit] = editCase(source, [{ kind: 'set', path, value: expected }]);
        const start = edit?.from ?? 0;
        expect(after.length - source.length).toBe((getSourceAt(after, path) ?? '').length - old.length);
        expect(source.slice(0, start)).toBe(after.slice(0, start));
        expect(getAtPath(parseText(after), path)).toEqual(expected);
        expectOthersUntouched({ before: source, after, path, moved: (other) => other });
      }),
      { numRuns: 500 },
    );
  });

  test('a value goes and comes, and the others keep their text', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(document, fc.nat(), ({ source, newline }, choice) => {
        const paths = listPaths(parseText(source)).slice(1);
        const path = paths[choice % Math.max(1, paths.length)];
        if (path === undefined) return;
        const key = path.at(-1);
        const after = applyCaseEdits(source, { kind: 'remove', path });
        const expected = changeAtPath(parseText(source), path, (container, removedKey) => {
          if (Array.isArray(container)) return container.toSpliced(Number(removedKey), 1);
          if (!isJsonObject(container)) return container;
          const { [String(removedKey)]: _, ...rest } = container;
          return rest;
        });
        expect(parseText(after)).toEqual(expected);
        expectLayoutKept({ before: source, after, newline, gone: getSourceAt(source, path) ?? '' });
        const depth = path.length - 1;
        const moved = (other: Path): Path => {
          const place = other[depth];
          const isLater =
            typeof key === 'number' &&
            typeof place === 'number' &&
            place > key &&
            path.slice(0, -1).every((part, index) => other[index] === part);
          return isLater ? other.with(depth, place - 1) : other;
        };
        expectOthersUntouched({ before: source, after, path, moved });
      }),
      { numRuns: 500 },
    );
  });

  test('a new key or item stands beside the others, which keep their text', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(), scalar, ({ source, newline }, choice, place, value) => {
        const containers = listPaths(parseText(source)).filter(
          (path) => typeof getAtPath(parseText(source), path) === 'object',
        );
        const path = containers[choice % containers.length] ?? [];
        const container = getAtPath(parseText(source), path);
        if (container === null || typeof container !== 'object') return;
        const expected = parseText(value.raw);
        const index = Array.isArray(container) ? place % (container.length + 1) : 0;
        const after = Array.isArray(container)
          ? applyCaseEdits(source, { kind: 'insert', path, index, value: expected })
          : applyCaseEdits(source, { kind: 'set', path: [...path, 'new'], value: expected });
        const result = getAtPath(parseText(after), path);
        expect(result).toEqual(
          Array.isArray(container) ? container.toSpliced(index, 0, expected) : { ...container, new: expected },
        );
        expectLayoutKept({ before: source, after, newline });
        const moved = (other: Path): Path => {
          const position = other[path.length];
          const isInside = path.every((part, depth) => other[depth] === part);
          return isInside && typeof position === 'number' && position >= index
            ? other.with(path.length, position + 1)
            : other;
        };
        expectOthersUntouched({ before: source, after, path: [...path, '\0'], moved });
      }),
      { numRuns: 500 },
    );
  });

  test('items change places, and everything keeps its text', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(), fc.nat(), ({ source, newline }, choice, start, end) => {
        const lists = listPaths(parseText(source)).filter((path) => Array.isArray(getAtPath(parseText(source), path)));
        const path = lists[choice % Math.max(1, lists.length)];
        const list = path === undefined ? undefined : getAtPath(parseText(source), path);
        if (path === undefined || !Array.isArray(list) || list.length === 0) return;
        const from = start % list.length;
        const to = end % list.length;
        const after = applyCaseEdits(source, { kind: 'move', path, from, to });
        const order = list.map((_, index) => index);
        order.splice(to, 0, ...order.splice(from, 1));
        expect(getAtPath(parseText(after), path)).toEqual(order.map((index) => list[index]));
        expect(order.map((_, index) => getSourceAt(after, [...path, index]))).toEqual(
          order.map((index) => getSourceAt(source, [...path, index])),
        );
        expectLayoutKept({ before: source, after, newline });
      }),
      { numRuns: 500 },
    );
  });
});

function getSourceAt(source: string, path: CaseEdit['path']): string | undefined {
  return parseCaseSource(source, 0)?.textAt(path);
}
