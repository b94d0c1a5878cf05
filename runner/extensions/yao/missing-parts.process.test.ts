import { afterEach, describe, expect, it } from 'vitest';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../testing/yao-workspace.ts';

const opened: YaoWorkspace[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()));
});

type Setting = { fields?: object; files?: Record<string, string>; settings?: Parameters<typeof createYaoWorkspace>[1] };

async function shop({ fields = {}, files = {}, settings = {} }: Setting): Promise<YaoWorkspace> {
  const workspace = await createYaoWorkspace(
    {
      'assistants/shop/package.yao': formatYaoPackage(fields),
      'assistants/shop/prompts.yml': '- role: system\n  content: You sell bread.',
      ...files,
    },
    settings,
  );
  opened.push(workspace);
  return workspace;
}

const within = { uses: { search: 'disabled' } };

describe('an assistant that needs what is not here', () => {
  it.each([
    ['a sandbox', { sandbox: { command: 'claude' } }, {}, 'its sandbox'],
    ['a file for its sandbox', {}, { 'assistants/shop/sandbox.yao': '{}' }, 'its sandbox'],
    ['search', { uses: { search: 'builtin' } }, {}, 'search before the model (search, uses.search)'],
    ['settings of search', { search: { web: { provider: 'x' } } }, {}, 'search before the model'],
    ['knowledge bases', { kb: { collections: ['rules'] } }, {}, 'its knowledge bases (kb)'],
    ['data to search in', { db: ['user'] }, {}, 'its search in data (db)'],
    ['skills', within, { 'assistants/shop/skills/bake/SKILL.md': 'Bake.' }, 'its skills'],
    ['a server', { mcp: { servers: ['stock'] } }, {}, 'its server: there is no MCP server "stock"; none is defined'],
  ])('is refused before anything runs: %s', async (_what, fields, files: Record<string, string>, part) => {
    const answer = (await shop({ fields, files })).ask('shop', 'Hello');
    await expect(answer).rejects.toThrow(`agent "shop" needs parts that are not available here: ${part}`);
    await expect(answer).rejects.toMatchObject({ kind: 'configuration' });
    const partial = await shop({ fields, files, settings: { partial: true } });
    expect((await partial.ask('shop', 'Hello')).content).toBe('model: Hello');
    expect(partial.warnings[0]).toContain(`shop: partial: it answers without ${part}`);
  });

  it.each([
    ['switches search off', { ...within, search: { web: { provider: 'x' } }, kb: { collections: ['rules'] } }],
    ['names nothing', { kb: { collections: [] }, db: [], sandbox: null, search: {} }],
  ])('answers as usual when it %s', async (_what, fields) => {
    const workspace = await shop({ fields });
    expect((await workspace.ask('shop', 'Hello')).content).toBe('model: Hello');
    expect(workspace.warnings).toEqual([]);
  });
});

describe('an agent of the config in place of sandboxes', () => {
  const played = {
    agents: { builder: { type: 'scripted' as const, rules: [{ answer: 'built: {{input}}' }] } },
    sandbox: 'builder',
  };

  it('answers with the prompts and the conversation, between the hooks; no model is needed', async () => {
    const workspace = await shop({
      fields: { sandbox: { command: 'claude' }, connector: 'nowhere' },
      files: {
        'assistants/shop/src/index.ts':
          'function Next(ctx, { completion }) { return { data: completion.content + "!" }; }',
      },
      settings: { config: played },
    });
    expect((await workspace.ask('shop', 'a cake')).next).toBe('built: a cake!');
    expect(workspace.log).toContain('agent: shop: "builder" answered in place of its sandbox');
    expect(workspace.warnings).toEqual([]);
  });
});
