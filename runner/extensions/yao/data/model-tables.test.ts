import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import type { Json } from '../../../values/index.ts';
import { createModelTables, type ModelTables } from './model-tables.ts';

const pets: [string, number, string][] = [
  ['Rex', 3, 'dog'],
  ['Tom', 7, 'cat'],
  ['Ada', 5, 'cat'],
];
const pet = `{ // pets
  "columns": [
    {"name": "id", "type": "ID"},
    {"name": "name", "type": "string", "nullable": false, "unique": true},
    {"name": "age", "type": "integer", "default": 1},
    {"name": "kind", "type": "string", "nullable": true},
  ],
  "option": {"soft_deletes": true, "timestamps": true},
}`;

let tables: ModelTables;
beforeEach(async () => {
  const root = await createTemporaryWorkspace({
    'models/user/pet.mod.yao': pet,
    'seeds/pets.csv': 'id,name,age,kind\n8,Bo,2,dog\n9,Rex,1,\n',
  });
  tables = createModelTables({ root, folders: () => new Map() });
  for (const [name, age, kind] of pets) {
    call('Create', { name, age, kind, unknown: true });
  }
});

function call(method: string, ...values: (Json | undefined)[]): Json | undefined {
  return tables.process(`models.user.pet.${method}`, JSON.parse(JSON.stringify(values)));
}

function names(query: object): Json[] {
  const rows = call('Get', JSON.parse(JSON.stringify(query)));
  return Array.isArray(rows) ? rows.map((row) => Object(row).name) : [];
}

describe('models in memory', () => {
  it('number their rows, fill in defaults, and drop what is no column', () => {
    expect(call('Create', { name: 'New' })).toBe(4);
    expect(call('Find', 4, {})).toEqual({
      id: 4,
      name: 'New',
      age: 1,
      kind: null,
      created_at: expect.any(String),
      updated_at: null,
    });
  });

  it.each([
    [{ wheres: [{ column: 'kind', value: 'cat' }] }, ['Tom', 'Ada']],
    [{ wheres: [{ column: 'age', op: 'gt', value: 3 }], orders: [{ column: 'age' }] }, ['Ada', 'Tom']],
    [
      { wheres: [{ column: 'age', op: '>=', value: '5' }], orders: [{ column: 'name', option: 'desc' }] },
      ['Tom', 'Ada'],
    ],
    [{ wheres: [{ column: 'name', op: 'like', value: '%e%' }] }, ['Rex']],
    [{ wheres: [{ column: 'name', op: 'in', value: ['Rex', 'Ada'] }], limit: 1 }, ['Rex']],
    [{ wheres: [{ column: 'kind', op: 'null' }] }, []],
    [
      {
        wheres: [
          { column: 'kind', value: 'dog' },
          { column: 'name', value: 'Ada', method: 'orwhere' },
        ],
      },
      ['Rex', 'Ada'],
    ],
    [
      {
        wheres: [
          {
            wheres: [
              { column: 'kind', value: 'cat' },
              { column: 'age', op: 'lt', value: 6 },
            ],
          },
        ],
      },
      ['Ada'],
    ],
    [{}, ['Rex', 'Tom', 'Ada']],
  ])('are asked with %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it('are changed, saved and deleted', () => {
    expect(call('Update', 1, { age: 4 })).toBeNull();
    expect(call('Save', { id: 1, kind: 'wolf' })).toBe(1);
    expect(call('Save', { name: 'Kim' })).toBe(4);
    expect(call('Find', '1', { select: ['name', 'age', 'kind'] })).toEqual({ name: 'Rex', age: 4, kind: 'wolf' });
    expect(call('UpdateWhere', { wheres: [{ column: 'kind', value: 'cat' }] }, { age: 9 })).toBe(2);
    expect(call('Delete', 1)).toBeNull();
    expect(call('DeleteWhere', { wheres: [{ column: 'age', value: 9 }] })).toBe(2);
    expect(names({})).toEqual(['Kim']);
    expect(call('Count', {})).toBe(1);
  });

  it('answer pages', () => {
    expect(call('Paginate', { select: ['name'] }, 2, 2)).toEqual({
      data: [{ name: 'Ada' }],
      page: 2,
      pagesize: 2,
      pagecnt: 2,
      next: -1,
      prev: 1,
      total: 3,
    });
  });

  it.each([
    [
      'a row that is not there',
      () => call('Find', 9, {}),
      'Exception|404: Process("models.user.pet.Find"): there is no row 9',
    ],
    [
      'a name that is taken',
      () => call('Create', { name: 'Rex' }),
      'the column "name" must be unique, and "Rex" exists already',
    ],
    ['a column that is left out', () => call('Create', { age: 1 }), 'the column "name" must not be empty'],
    ['relations', () => call('Get', { withs: { owner: {} } }), 'invalid query of a model in memory'],
    ['another method', () => call('Upsert', {}), 'models in memory have Get, Find'],
    [
      'another model',
      () => tables.process('models.user.pets.Get', []),
      'there is no model "user.pets" below models; did you mean "user.pet"?',
    ],
  ])('refuse %s', (_what, ask, message) => {
    expect(ask).toThrow(message);
  });

  it('are filled from seeds', () => {
    const counts = { total: 2, success: 1, ignore: 1, failure: 0 };
    expect(tables.process('seeds.import', ['pets.csv', 'user.pet', { duplicate: 'ignore' }])).toMatchObject(counts);
    expect(call('Find', 8, { select: ['name', 'kind'] })).toEqual({ name: 'Bo', kind: 'dog' });
    expect(() => tables.process('seeds.import', ['dogs.csv', 'user.pet'])).toThrow('seeds/dogs.csv');
  });

  it('know those of the engine without a file, and no other process', () => {
    expect(tables.process('models.__yao.user.Save', [{ email: 'a@b.c' }])).toBe(1);
    expect(tables.process('models.__yao.user.Get', [{ wheres: [{ column: 'email', value: 'a@b.c' }] }])).toEqual([
      { id: 1, email: 'a@b.c' },
    ]);
    expect(tables.process('flows.a', [])).toBeUndefined();
  });
});

describe('Query', () => {
  const select = ['name', 'user_pet.age as years'];

  function query(method: string, dsl: object): Json {
    return tables.query(method, JSON.parse(JSON.stringify({ select, from: 'user_pet', ...dsl })));
  }

  it.each<[string, object, string[]]>([
    ['everything', {}, ['Rex', 'Tom', 'Ada']],
    ['a model', { from: '$user.pet as pet' }, ['Rex', 'Tom', 'Ada']],
    ['a condition', { wheres: [{ field: 'age', op: '>=', value: 5 }] }, ['Tom', 'Ada']],
    ['a short one', { wheres: [{ field: 'kind', '=': 'dog' }] }, ['Rex']],
    ['a shorter one', { wheres: [{ ':name': 'what it is called', like: 'T%' }] }, ['Tom']],
    [
      'either',
      {
        wheres: [
          { ':name': '', match: 're' },
          { 'or :age': '', in: [7] },
        ],
      },
      ['Rex', 'Tom'],
    ],
    [
      'a group',
      {
        wheres: [
          {
            wheres: [
              { ':age': '', '<': 4 },
              { or: true, ':age': '', '>': 6 },
            ],
          },
        ],
      },
      ['Rex', 'Tom'],
    ],
    ['nothing', { wheres: [{ ':kind': '', is: 'null' }] }, []],
    ['an order', { orders: 'kind desc, age' }, ['Rex', 'Ada', 'Tom']],
    ['a list of orders', { orders: ['kind', { field: 'age', sort: 'desc' }] }, ['Tom', 'Ada', 'Rex']],
    ['a part', { offset: 1, limit: 1 }, ['Tom']],
  ])('gets %s', (_what, dsl, expected) => {
    const rows = query('Get', dsl);
    expect(Array.isArray(rows) && rows.map((row) => Object(row).name)).toEqual(expected);
  });

  it('names columns as asked, and answers one row or pages', () => {
    expect(query('First', { orders: 'age' })).toEqual({ name: 'Rex', years: 3 });
    expect(query('First', { wheres: [{ ':name': '', '=': 'Bo' }] })).toBeNull();
    expect(query('Run', { first: true })).toEqual({ name: 'Rex', years: 3 });
    const page = { total: 3, page: 2, pagesize: 2, pagecnt: 2, prev: 1, next: -1 };
    expect(query('Run', { page: 2, pagesize: 2 })).toEqual({ items: [{ name: 'Ada', years: 5 }], ...page });
    expect(query('Paginate', { pagesize: 3 })).toMatchObject({ page: 1, pagecnt: 1, prev: -1, next: -1 });
  });

  it.each<[string, object, string]>([
    ['Get', { joins: [] }, 'joins'],
    ['Get', { sql: { stmt: 'select 1' } }, 'sql'],
    ['Get', { from: 'cats' }, 'no model with the table "cats"'],
    ['Get', { select: [':MAX(age)'] }, '":MAX(age)" is not a column'],
    ['Get', { wheres: [{ ':age': '', '=': '{years}' }] }, 'is an expression'],
    ['Get', { wheres: [{ ':age': '', between: [1, 2] }] }, '"between" in a condition'],
    ['Get', { wheres: [{ ':kind': '', is: 'none' }] }, '"is" compares with'],
    ['Lint', {}, 'Query.Lint is not available here; available: Get, First, Paginate and Run'],
  ])('refuses in %s what is beyond one table: %j', (method, dsl, message) => {
    expect(() => query(method, dsl)).toThrow(message);
  });
});
