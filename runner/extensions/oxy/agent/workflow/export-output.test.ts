import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answeringAgent, fakeAgentProvider } from '../../../../testing/fake-agents.ts';
import { agentRequest, listeningContext, neverAborted } from '../../../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../../../testing/workspace.ts';
import type { Json } from '../../../../values/index.ts';
import { createDatabases } from '../../databases/open-databases.ts';
import { createTemplates } from '../../templates/templates.ts';
import { openWorkflowAgent } from './open-workflow-agent.ts';

const handler = 'databases.shop';

function projectWith(tasks: string): Promise<string> {
  return createTemporaryWorkspace({ 'flow.workflow.yml': `tasks:\n${tasks}` });
}

/** Runs the workflow of a project whose database returns these rows. */
async function run(project: string, rows: Json[] = []): Promise<{ lines: string[]; warnings: string[] }> {
  const lines: string[] = [];
  const warnings: string[] = [];
  const agent = await openWorkflowAgent(
    { id: 'flow.workflow.yml', project },
    {
      agents: fakeAgentProvider([answeringAgent('agents/writer.agent.yml', () => ({ content: 'an answer' }))]),
      templates: () => createTemplates(),
      modelAgentOf: () => 'model:judge',
      databases: createDatabases({ root: project, handlers: [handler] }),
      handlers: { names: [handler], call: () => Promise.resolve(rows) },
    },
  );
  const request = agentRequest('unused');
  const context = listeningContext({
    warning: ({ text }) => warnings.push(text),
    log: ({ text }) => lines.push(text),
  });
  await agent.invoke({ ...request, context }, neverAborted());
  return { lines, warnings };
}

const textIn = (project: string, file: string) => readFileSync(path.join(project, file), 'utf8');

const query = (exported: string) =>
  `  - {name: sales, type: execute_sql, database: shop, sql_query: "SELECT {{ 1 + 1 }}", export: ${exported}}\n`;
const page = (file: string, format = 'txt') =>
  `  - {name: page, type: formatter, template: "Sales: {{ 1 + 1 }}", export: {path: "${file}", format: ${format}}}\n`;

describe('the export of a task', () => {
  it('writes the rows of a query as CSV', async () => {
    const project = await projectWith(query('{path: results/of/sales.csv, format: csv}'));
    const { lines } = await run(project, [
      { shop: 'Nord, "old"', sum: 1.5, open: true, tags: ['a', 'b'] },
      { shop: 'two\nlines', sum: null, open: false, tags: [] },
    ]);
    expect(textIn(project, 'results/of/sales.csv')).toBe(
      'shop,sum,open,tags\n"Nord, ""old""",1.5,true,"[""a"",""b""]"\n"two\nlines",,false,[]\n',
    );
    expect(lines).toEqual(['queries shop: SELECT 2', 'exported to results/of/sales.csv']);
  });

  it('writes the rows of a query as JSON, without the cells that are empty', async () => {
    const project = await projectWith(query('{path: sales.json, format: json}'));
    await run(project, [
      { shop: 'Nord', sum: null },
      { shop: 'Ost', sum: 2 },
    ]);
    expect(textIn(project, 'sales.json')).toBe('[{"shop":"Nord"},{"shop":"Ost","sum":2}]');
  });

  it('writes the query itself as SQL', async () => {
    const project = await projectWith(query('{path: sales.sql, format: sql}'));
    await run(project);
    expect(textIn(project, 'sales.sql')).toBe('SELECT 2');
  });

  it('writes the text of a formatter, over what was there', async () => {
    const project = await projectWith(page('page.txt'));
    await run(project);
    await run(project);
    expect(textIn(project, 'page.txt')).toBe('Sales: 2');
  });

  it('fills in the path, in every round of a loop', async () => {
    const project = await projectWith(`  - name: each
    type: loop_sequential
    values: [1, 2]
    tasks:
      - {name: page, type: formatter, template: "of {{ each.value }}", export: {path: "{{ each.value }}.txt", format: txt}}
`);
    await run(project);
    expect(['1.txt', '2.txt'].map((file) => textIn(project, file))).toEqual(['of 1', 'of 2']);
  });

  it('never leaves the project', async () => {
    const outside = await createTemporaryWorkspace({ 'kept.txt': 'kept' });
    const name = path.basename(outside);
    for (const file of [
      `../${name}/out.txt`,
      path.join(outside, 'out.txt'),
      'link/out.txt',
      'linked.txt',
      `{{ '..' }}/${name}/out.txt`,
    ]) {
      const project = await projectWith(page(file));
      await symlink(outside, path.join(project, 'link'));
      await symlink(path.join(outside, 'kept.txt'), path.join(project, 'linked.txt'));
      await expect(run(project), file).rejects.toThrow(
        /^flow\.workflow\.yml, task "page": cannot export to \S*(?:out|linked)\.txt: it lies outside of the project/,
      );
    }
    expect(readdirSync(outside)).toEqual(['kept.txt']);
    expect(textIn(outside, 'kept.txt')).toBe('kept');
  });

  it('says where it could not write', async () => {
    const project = await projectWith(query('{path: results, format: csv}'));
    await mkdir(path.join(project, 'results'));
    await expect(run(project)).rejects.toThrow(
      /^flow\.workflow\.yml, task "sales": cannot export to results: .*directory/,
    );
  });

  it('is refused before anything runs in a format that the task does not have', async () => {
    await expect(run(await projectWith(query('{path: a.docx, format: docx}')))).rejects.toThrow(
      /^flow\.workflow\.yml:2:\d+: "tasks\[0\]\.export\.format" .*"csv"/,
    );
    await expect(run(await projectWith(page('a.csv', 'csv')))).rejects.toThrow(/"tasks\[0\]\.export\.format" .*"txt"/);
  });

  it('writes docx as text, as oxy does, and warns of it', async () => {
    const project = await projectWith(page('page.docx', 'docx'));
    const { warnings } = await run(project);
    expect(textIn(project, 'page.docx')).toBe('Sales: 2');
    expect(warnings).toEqual([
      expect.stringMatching(
        /^flow\.workflow\.yml:2:\d+: page\.docx will contain plain text, as in oxy, not a Word document/,
      ),
    ]);
  });

  it('warns of the tasks whose export is left out, and of names in a path that nothing gives', async () => {
    const project = await projectWith(`  - name: ask
    type: agent
    agent_ref: agents/writer.agent.yml
    prompt: x
    export: {path: ask.sql, format: sql}
${page('of-{{ ghost }}.txt')}`);
    const { warnings } = await run(project);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^flow\.workflow\.yml:6:\d+: the export of the task "ask" \(agent\) is not supported and left out/,
      ),
      expect.stringContaining('the template uses "ghost"'),
    ]);
    expect(existsSync(path.join(project, 'ask.sql'))).toBe(false);
  });
});
