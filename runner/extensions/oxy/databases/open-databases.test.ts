import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { neverAborted } from '../../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import type { Json, JsonObject } from '../../../values/index.ts';
import { createDatabases, type Databases } from './open-databases.ts';

const config = `
models: []
databases:
  - {name: shop, type: duckdb, dataset: .db/}
  - {name: file, type: duckdb, path: shop.duckdb}
  - {name: warehouse, type: bigquery, datasets: {core: ["*"]}}
`;
const files = { 'config.yml': config, '.db/fruit.csv': 'id,name,price\n1,banana,20\n2,apple,15.5\n' };

const opened: Databases[] = [];
afterEach(async () => {
  for (const databases of opened.splice(0)) await databases.close();
});

async function project(handlers: string[] = []) {
  const root = await createTemporaryWorkspace(files);
  const databases = createDatabases({ root, handlers });
  opened.push(databases);
  const calls: Json[] = [];
  const call = (handled: { key: string; values: Json }) => {
    calls.push({ key: handled.key, values: handled.values });
    return Promise.resolve<Json>([{ users: 7 }]);
  };
  const rows = async (database: string, sql: string): Promise<readonly JsonObject[]> =>
    (await databases.queryDatabase({ database, sql, call }, neverAborted())).rows;
  return { databases, rows, calls };
}

it('says which command installs DuckDB where it is missing', async () => {
  const root = await createTemporaryWorkspace(files);
  const databases = createDatabases({ root, handlers: [], program: path.join(root, 'program.ts') });
  expect(await databases.problem('shop')).toEqual({
    kind: 'problem',
    what: 'the database "shop" is DuckDB, which is not installed: npm install @duckdb/node-api',
  });
});

describe('a database', () => {
  it('of another kind is answered by a handler of the config', async () => {
    const { databases, rows, calls } = await project(['databases.warehouse']);
    expect(await databases.problem('warehouse')).toBeUndefined();
    expect(await rows('warehouse', 'SELECT 1')).toEqual([{ users: 7 }]);
    expect(calls).toEqual([{ key: 'databases.warehouse', values: { sql: 'SELECT 1' } }]);
    expect(await databases.describeForTemplates('warehouse', neverAborted())).toEqual({
      name: 'warehouse',
      dialect: 'bigquery',
      datasets: { core: { dataset: 'core', ddl: '', semantic_info: {} } },
    });
  });

  it('of another kind names the handler that would answer it', async () => {
    const { databases } = await project();
    expect(await databases.problem('warehouse')).toEqual({
      kind: 'handler',
      what: 'the database "warehouse" (bigquery)',
      handler: '"databases.warehouse": async ({ sql }) => [{ column: "value" }]',
    });
  });

  it.each([
    ['file', 'the database "file": shop.duckdb does not exist'],
    ['shoop', 'config.yml has no database "shoop"; did you mean "shop"?'],
  ])('that is not there says what to do: %s', async (name, what) => {
    const { databases, rows } = await project();
    expect(await databases.problem(name)).toEqual({ kind: 'problem', what });
    await expect(rows(name, 'SELECT 1')).rejects.toThrow(what);
  });
});
