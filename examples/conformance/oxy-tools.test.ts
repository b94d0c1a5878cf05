import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createRepliesInTurn } from '../../runner/testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../../runner/testing/openai-server.ts';
import { createYaoWorkspace, type YaoWorkspace } from '../../runner/testing/yao-workspace.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

async function serverWith(...replies: Parameters<typeof createRepliesInTurn>): Promise<OpenAIServer> {
  const server = await startOpenAIServer({ handler: createRepliesInTurn(...replies) });
  opened.push(server);
  return server;
}

function configOf(server: { url: string }): string {
  return `databases: []
models:
  - name: fast
    vendor: openai
    model_ref: gpt-4o-mini
    key_var: OPENAI_API_KEY
    api_url: ${server.url}/v1
`;
}

/** Creates an oxy project that has DuckDB installed. */
async function project(files: Record<string, string>): Promise<YaoWorkspace> {
  const workspace = await createYaoWorkspace(files, { variables: { OPENAI_API_KEY: 'sk-1' } });
  opened.push(workspace);
  symlinkSync(path.join(import.meta.dirname, 'node_modules'), path.join(workspace.root, 'node_modules'), 'dir');
  return workspace;
}

describe('tools of oxy with DuckDB', () => {
  const withShop = (server: OpenAIServer) => ({
    'config.yml': configOf(server).replace(
      'databases: []',
      'databases: [{name: shop, type: duckdb, dataset: .db}, {name: far, type: postgres}]',
    ),
    '.db/fruit.csv': 'id,name,price\n1,banana,20\n2,apple,15\n',
    'flows/price.workflow.yml': `variables: {fruit: {type: string, default: apple}}
tasks:
  - name: found
    type: execute_sql
    database: shop
    sql_file: data/price.sql
    variables: {column: price}
  - {name: say, type: formatter, template: "{{ fruit }}: {{ found.price[0] }} ({{ found.price | length }})"}
  - {name: end, type: formatter, template: bye}
`,
    'data/price.sql': "SELECT {{ column }} FROM fruit.csv WHERE name = '{{ fruit }}'",
  });
  const tools = `model: fast
system_instructions: |
  {{ databases.shop.dialect }}: {{ databases.shop.datasets.duckdb.ddl }}
tools:
  - {name: execute_sql, type: execute_sql, database: shop}
  - {name: validate_sql, type: validate_sql, database: shop}
  - {name: price, type: workflow, workflow_ref: flows/price.workflow.yml, output_task_ref: say}
  - {name: generate_chart, type: visualize}
`;

  it('ask DuckDB, check queries, run workflows, and give a chart back as it was asked for', async () => {
    const chart = { series: [{ type: 'bar', data: [20, 15] }] };
    const server = await serverWith(
      {
        type: 'answer',
        toolCalls: [
          { name: 'execute_sql', arguments: { sql: 'SELECT name FROM fruit ORDER BY price' } },
          { name: 'execute_sql', arguments: { sql: 'SELECT nope' } },
          { name: 'validate_sql', arguments: { sql: 'SELECT name FROM fruit' } },
          { name: 'validate_sql', arguments: { sql: 'SELECT nope FROM fruit' } },
          { name: 'price', arguments: { fruit: 'banana' } },
          { name: 'generate_chart', arguments: chart },
        ],
      },
      { type: 'answer', content: 'Done.' },
    );
    const workspace = await project({ ...withShop(server), 'a.agent.yml': tools });
    const { toolCalls } = await workspace.ask('a.agent.yml', 'Prices?');
    expect(toolCalls).toMatchObject([
      { result: { rows: [{ name: 'apple' }, { name: 'banana' }], row_count: 2 } },
      { error: expect.stringContaining('nope') },
      { result: true },
      { result: expect.stringMatching(/^SQL validation failed: .*nope/s) },
      { result: 'banana: 20 (1)' },
      { result: chart },
    ]);
    const [first] = server.requests;
    expect(first?.body.messages[0]?.content).toContain('duckdb: CREATE TABLE fruit(id BIGINT');
    expect(first?.body.tools?.[2]).toMatchObject({
      function: { name: 'price', parameters: { properties: { fruit: { type: 'string' } } } },
    });
  });

  it('are refused before anything is asked, each thing that is missing once, with the lines that would answer it', async () => {
    const server = await serverWith({ type: 'answer', content: 'Hello.' });
    const far = tools
      .replaceAll('shop', 'far')
      .replace('  - {name: price', '  - {name: docs, type: retrieval}\n  - {name: price');
    const workspace = await project({ ...withShop(server), 'a.agent.yml': far });
    await expect(workspace.ask('a.agent.yml', 'Prices?')).rejects.toThrow(
      'a.agent.yml:5:5: the database "far" (postgres) does not run here, nor does the tool "docs" (retrieval) in line 7. ' +
        'Write a function for each in runner.config.ts: export default { processes: { ' +
        '"databases.far": async ({ sql }) => [{ column: "value" }], ' +
        '"tools.docs": async ({ query }) => [{ id: "where.sql", content: "what it found" }] } }',
    );
    const lost = tools.replace('flows/price', 'flows/lost');
    const other = await project({ ...withShop(server), 'a.agent.yml': lost });
    await expect(other.ask('a.agent.yml', 'Prices?')).rejects.toThrow(/^a\.agent\.yml:7:5: workflow "flows\/lost/);
  });
});
