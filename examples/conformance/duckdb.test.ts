import { existsSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import { openWorkflowAgent } from '../../runner/extensions/oxy/agent/workflow/open-workflow-agent.ts';
import { createDatabases, type Databases } from '../../runner/extensions/oxy/databases/open-databases.ts';
import { createTemplates } from '../../runner/extensions/oxy/templates/templates.ts';
import { fakeAgentProvider } from '../../runner/testing/fake-agents.ts';
import { agentRequest, neverAborted } from '../../runner/testing/model-request.ts';
import { createTemporaryWorkspace } from '../../runner/testing/workspace.ts';
import type { JsonObject } from '../../runner/values/index.ts';

const config = `
models: []
databases:
  - {name: shop, type: duckdb, dataset: .db/}
  - {name: file, type: duckdb, path: shop.duckdb}
`;
const files = {
  'config.yml': config,
  '.db/fruit.csv': 'id,name,price\n1,banana,20\n2,apple,15.5\n',
  '.db/orders.csv': 'id,day\n9007199254740993,2024-01-15\n',
};

const opened: Databases[] = [];
afterEach(async () => {
  for (const databases of opened.splice(0)) await databases.close();
});

async function project(more: Record<string, string> = {}) {
  const root = await createTemporaryWorkspace({ ...files, ...more });
  const databases = createDatabases({ root, handlers: [], program: import.meta.filename });
  opened.push(databases);
  const call = () => Promise.reject(new Error('no handler is asked'));
  const rows = async (database: string, sql: string): Promise<readonly JsonObject[]> =>
    (await databases.queryDatabase({ database, sql, call }, neverAborted())).rows;
  return { root, databases, rows };
}

async function written(file: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

describe('a DuckDB database over a folder', () => {
  it.each(['fruit', 'fruit.csv', '"fruit.csv"', "'fruit.csv'"])('has the table %s', async (table) => {
    const { rows } = await project();
    expect(await rows('shop', `SELECT name, price FROM ${table} ORDER BY id`)).toEqual([
      { name: 'banana', price: 20 },
      { name: 'apple', price: 15.5 },
    ]);
  });

  it('gives numbers that fit as numbers, others and dates as texts', async () => {
    const { rows } = await project();
    expect(await rows('shop', 'SELECT *, sum(1) OVER () AS n, 1.50::DECIMAL(9,2) AS d FROM orders')).toEqual([
      { id: '9007199254740993', day: '2024-01-15', n: 1, d: 1.5 },
    ]);
  });

  it('reads nothing else, writes nothing, and forgets what a query changed', async () => {
    const { root, rows } = await project();
    await expect(rows('shop', `SELECT * FROM read_text('${root}/config.yml')`)).rejects.toThrow('disabled');
    await expect(rows('shop', `COPY fruit TO '${root}/out.csv'`)).rejects.toThrow('disabled');
    expect(existsSync(path.join(root, 'out.csv'))).toBe(false);
    await rows('shop', 'DELETE FROM fruit');
    expect(await rows('shop', 'SELECT count(*) AS n FROM fruit')).toEqual([{ n: 2 }]);
  });

  it('says what is wrong with a query', async () => {
    const { rows } = await project();
    await expect(rows('shop', 'SELECT nme FROM fruit')).rejects.toThrow(/"nme" not found/);
  });

  it('describes its tables as they are, or as oxy has written them down', async () => {
    const { databases } = await project();
    const own = await databases.describeForTemplates('shop', neverAborted());
    expect(own).toMatchObject({ name: 'shop', dialect: 'duckdb', datasets: { main: { dataset: 'main' }, duckdb: {} } });
    expect(JSON.stringify(own)).toContain('CREATE TABLE fruit(id BIGINT');
    const synced = await project({
      '.databases/shop/main.sql': 'CREATE TABLE x;',
      '.databases/shop/main/models/x.schema.yml': 'table: x',
    });
    expect(await synced.databases.describeForTemplates('shop', neverAborted())).toEqual({
      name: 'shop',
      dialect: 'duckdb',
      datasets: { main: { dataset: 'main', ddl: 'CREATE TABLE x;', semantic_info: { x: 'table: x' } } },
    });
  });
});

describe('a DuckDB database in a file', () => {
  it('is read, with its views, and cannot be changed', async () => {
    const { root, rows, databases } = await project();
    await written(path.join(root, 'shop.duckdb'), [
      'CREATE TABLE sales AS SELECT 7 AS amount UNION ALL SELECT 5',
      'CREATE VIEW total AS SELECT sum(amount) AS total FROM sales',
    ]);
    expect(await databases.problem('file')).toBeUndefined();
    expect(await rows('file', 'SELECT total FROM total')).toEqual([{ total: 12 }]);
    await expect(rows('file', 'DELETE FROM sales')).rejects.toThrow('read-only');
    expect(JSON.stringify(await databases.describeForTemplates('file', neverAborted()))).toContain(
      'CREATE TABLE sales(amount',
    );
  });

  it('that is broken is known before it is asked', async () => {
    const { databases } = await project({ 'shop.duckdb': 'this is a text\n'.repeat(999) });
    expect(await databases.problem('file')).toMatchObject({
      what: expect.stringMatching(/^the database "file" cannot be opened: .*not a valid DuckDB database file/s),
    });
  });
});

it('a folder of Parquet files has a table for each, which goes before a CSV file of its name', async () => {
  const { root, rows } = await project({ '.db/sizes.csv': 'size\n1\n' });
  await written(':memory:', [`COPY (SELECT 42 AS size) TO '${path.join(root, '.db', 'sizes.parquet')}'`]);
  expect(await rows('shop', 'SELECT size FROM sizes')).toEqual([{ size: 42 }]);
  expect(await rows('shop', 'SELECT size FROM sizes.parquet')).toEqual([{ size: 42 }]);
});

it('gives a workflow the rows and the columns of a table', async () => {
  const flow = {
    'flow.workflow.yml': `tasks:
  - {name: sales, type: execute_sql, database: shop, sql_query: "SELECT * FROM sales ORDER BY amount"}
  - {name: empty, type: execute_sql, database: shop, sql_query: "SELECT * FROM sales WHERE amount > 9"}
  - {name: rows, type: loop_sequential, values: "{{ sales }}", tasks: [{name: row, type: formatter, template: "{{ rows.value.fruit }}"}]}
  - {name: fruits, type: loop_sequential, values: "{{ sales.fruit }}", tasks: [{name: fruit, type: formatter, template: "{{ fruits.value }}"}]}
  - {name: nobody, type: loop_sequential, values: "{{ empty.fruit }}", tasks: [{name: one, type: formatter, template: x}]}
  - name: text
    type: formatter
    template: "{{ sales }}{% for row in sales %}{{ row.fruit }}={{ row.amount }} {% endfor %}{{ sales | length }} {{ nobody | length }} {{ rows[1].row }} {{ fruits[0].fruit }}"
`,
    'config.yml': 'models: []\ndatabases: [{name: shop, type: duckdb, dataset: data}]\n',
    'data/sales.csv': 'fruit,amount\nkiwi,3\napple,2\n',
  };
  const root = await createTemporaryWorkspace(flow);
  const databases = createDatabases({ root, handlers: [], program: import.meta.filename });
  opened.push(databases);
  const runtime = {
    agents: fakeAgentProvider([]),
    templates: () => createTemplates(),
    modelAgentOf: () => 'model:judge',
    databases,
    handlers: { names: [], call: () => Promise.reject(new Error('no handler is asked')) },
  };
  const source = { id: 'flow.workflow.yml', project: root, connector: undefined };
  const agent = await openWorkflowAgent(source, runtime);
  const { next } = await agent.invoke(agentRequest('unused'), neverAborted());
  expect(next).toMatchObject({
    outputs: [
      { text: '{"fruit": "apple", "amount": 2}\n{"fruit": "kiwi", "amount": 3}\napple=2 kiwi=3 2 0 kiwi apple' },
    ],
  });
});
