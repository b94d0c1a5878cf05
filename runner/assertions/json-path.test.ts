import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { type PathSelection, parseJsonPath, selectPath } from './json-path.ts';

const document: Json = {
  store: {
    books: [
      { title: 'A', price: 5, tags: ['x'], sold: true },
      { title: 'B (2)', price: 15, tags: [], sold: false },
      { title: "C's", price: 10 },
    ],
    owner: { name: 'Ann', 'full name': 'Ann B', 'a.b': 1, '': 'empty' },
    closed: null,
  },
};

describe('a JSON path', () => {
  it.each<[string, Json]>([
    ['store.books[0].title', 'A'],
    ['$.store.books[0].title', 'A'],
    ['$.store.books.[0].title', 'A'],
    ['.store.owner.name', 'Ann'],
    [`$['store']["owner"].name`, 'Ann'],
    [`store.owner['full name']`, 'Ann B'],
    [`store.owner["a.b"]`, 1],
    [`store.owner['']`, 'empty'],
    ['store.owner.full name', 'Ann B'],
    ['store.closed', null],
  ])('finds one value: %s', (path, value) => {
    expect(select(path)).toEqual({ kind: 'value', value });
  });

  it.each(['', '$'])('finds the whole document: %j', (path) => {
    expect(select(path)).toEqual({ kind: 'value', value: document });
  });

  it('finds elements of a list at the root', () => {
    expect(select('$[1]', [1, 2])).toEqual({ kind: 'value', value: 2 });
    expect(select('[1].a', [1, { a: 2 }])).toEqual({ kind: 'value', value: 2 });
  });

  it.each([
    'nope',
    'store.books[9]',
    'store.books.0',
    'store.owner[0]',
    'store.closed.x',
    'store.books.length',
    'store.toString',
    'store.nothing[*]',
    'store.nothing[*].id',
  ])('misses what is not there: %s', (path) => {
    expect(select(path)).toEqual({ kind: 'missing' });
  });

  it.each<[string, Json[]]>([
    ['store.books[*].title', ['A', 'B (2)', "C's"]],
    ['store.books.*.price', [5, 15, 10]],
    ['store.books[*].sold', [true, false]],
    ['store.books[?(@.price > 5)].title', ['B (2)', "C's"]],
    ['store.books[?(@.price>=10 && @.title != "B (2)")].title', ["C's"]],
    [`store.books[?(@.title == 'C\\'s')].price`, [10]],
    ['store.books[?(@.price < 6 || @.price > 14)].title', ['A', 'B (2)']],
    ['store.books[?(@.sold)].title', ['A']],
    ['store.books[?(!@.sold)].title', ['B (2)', "C's"]],
    ['store.books[?(!(@.price == 5))].price', [15, 10]],
    ['store.books[?(@.sold == null)].title', ["C's"]],
    ['store.books[?(@.tags.length > 0)].title', ['A']],
    ['store.books[?(@.tags[0] === "x")].title', ['A']],
    [`store.books[?(@['price'] == -1.5e1)].title`, []],
    ['store.books[?(@.title > 5)].title', []],
    ['store.books[?(@.title < 5)].title', []],
    ['store.books[?(@.price > "5")].title', []],
    ['store.books[?(5 > @.title)].title', []],
    ['store.books[?(@.title < "B")].title', ['A']],
    ['store.books[?(@.title <= "A")].title', ['A']],
    ['store.books[?(@.title > "B (2)")].title', ["C's"]],
    ['store.books[?(@.title >= "B (2)")].title', ['B (2)', "C's"]],
    ['store.books[?(@.price <= 5)].title', ['A']],
    ['store.books[?(@.price >= 15)].title', ['B (2)']],
    ['store.books[?(@.price !== 5)].price', [15, 10]],
    ['store.books[?(@.sold == true)].title', ['A']],
    ['store.books[?(@.sold == false)].title', ['B (2)']],
    ['store.books[?(@.tags["0"])].title', []],
    ['store.books[?(@.title.length == 1)].title', ['A']],
    ['store.books[?(@.price.length)].title', []],
    ['store.books[?(@.title[0] == "A")].title', []],
    ['store.books[?(@.toString)].title', []],
    ['store.books[?((@.sold || @.price == 10) && @.price > 5)].title', ["C's"]],
    ['store.owner[?(@ == "Ann")]', ['Ann']],
  ])('finds a list: %s', (path, values) => {
    expect(select(path)).toEqual({ kind: 'list', values });
  });

  it.each([
    '$..title',
    'store..books',
    'store.books[-1]',
    'store.books[0:2]',
    'store.books[0,1]',
    'store.books[title]',
    'store.books[0',
    'store.books[0]title',
    'store.books.',
    'store.books.length()',
    'store.books^',
    'store.books~',
    "store['owner",
    'store.books[(@.length-1)]',
    'store.books[?@.price > 5]',
    'store.books[?(@.price > )]',
    'store.books[?(@.price > 5]',
    'store.books[?(@.price = 5)]',
    'store.books[?(@.title =~ /A/)]',
    'store.books[?(@.title.match(/A/))]',
    'store.books[?(@.price > 5, 1)]',
    'store.books[?(price > 5)]',
    'store.books[?(@.price - 5)]',
    'store.books[?(constructor)]',
    '$.'.padEnd(3_000, 'x'),
  ])('is refused when it is not understood: %.60s', (path) => {
    expect(parseJsonPath(path).kind).toBe('invalid');
  });

  it('finds every value at the path that leads to it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const root = jsonSchema.parse(value);
        for (const [path, expected] of listLeaves(root, '$'))
          expect(select(path, root)).toEqual({ kind: 'value', value: expected });
      }),
    );
  });

  it('is understood or refused, never a crash', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '[',
      ']',
      '?(',
      ')',
      '@',
      '"',
      "'",
      '*',
      '0',
      '$',
      '!',
      '&&',
      '<',
      ' ',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const parsed = parseJsonPath(parts.join(''));
        if (parsed.kind === 'path') selectPath(document, parsed.steps);
        else expect(parsed.reason).toMatch(/unsupported JSON path/);
      }),
    );
  });
});

function select(path: string, root: Json = document): PathSelection | string {
  const parsed = parseJsonPath(path);
  return parsed.kind === 'path' ? selectPath(root, parsed.steps) : parsed.reason;
}

function listLeaves(value: Json, path: string): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, child]) =>
    listLeaves(child, `${path}[${Array.isArray(value) ? key : JSON.stringify(key).replaceAll(/\\(?!["\\])/g, '\\')}]`),
  );
}
