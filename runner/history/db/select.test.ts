import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, expectTypeOf, it } from 'vitest';
import * as schema from '../../../drizzle/schema/index.ts';
import { temporaryHistories } from '../testing/temporary-histories.ts';
import { formatSelectColumns, selectRows, toColumnName } from './select.ts';

const freshHistory = temporaryHistories();

it('names every column of every table as SQL does', () => {
  const tables = Object.values(schema).flatMap((table) => (is(table, SQLiteTable) ? [table] : []));
  expect(tables.length).toBeGreaterThan(10);
  for (const table of tables) {
    for (const [key, { name }] of Object.entries(getTableColumns(table))) {
      expect(toColumnName(key), getTableConfig(table).name).toBe(name);
    }
  }
});

it('reads values of one column, rows, and rows under other names', () => {
  const { sqlite } = freshHistory();
  sqlite.prepare("INSERT INTO judges VALUES ('suite', 'judge', 'gpt', '', 'reliable', 1, '{\"reasons\": []}')").run();

  const judgeStanding = selectRows(sqlite, 'judges', 'standing', 'WHERE suite_key = ?').get('suite');
  expect(judgeStanding).toBe('reliable');
  expectTypeOf(judgeStanding).toEqualTypeOf<'reliable' | 'unreliable' | 'too_few' | undefined>();

  const rows = selectRows(sqlite, 'judges', ['suiteKey', 'checkedAt'], 'WHERE model = :model').all({ model: 'gpt' });
  expect(rows).toEqual([{ suiteKey: 'suite', checkedAt: 1 }]);
  expectTypeOf(rows).toEqualTypeOf<{ suiteKey: string; checkedAt: number }[]>();

  const renamed = selectRows(sqlite, 'judges', { suite: 'suiteKey', text: 'figures' }).all();
  expect(renamed).toEqual([{ suite: 'suite', text: '{"reasons": []}' }]);
  // A JSON column has the type of text, because its value is not parsed.
  expectTypeOf(renamed).toEqualTypeOf<{ suite: string; text: string }[]>();

  expectTypeOf(selectRows(sqlite, 'attempts', 'score').get()).toEqualTypeOf<number | null | undefined>();
});

it('says only what differs', () => {
  expect(formatSelectColumns(['suiteKey', 'attempt'])).toEqual(['suite_key AS suiteKey', 'attempt']);
  expect(formatSelectColumns({ runId: 'id' })).toEqual(['id AS runId']);
  expect(formatSelectColumns('suiteKey')).toEqual(['suite_key']);
});
