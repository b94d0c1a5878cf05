import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AgentParts, workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { createAgents } from './create-agents.ts';

const files = { 'agents/echo.mjs': 'export default ({ input }) => input;\n' };
const agentsOfConfig = {
  echo: { type: 'module', path: 'agents/echo.mjs' },
  remote: {
    type: 'http',
    url: 'https://me:word@example.test/ask?key=secret',
    headers: { Authorization: 'Bearer secret' },
    output: '$',
  },
  bare: { type: 'openai', base_url: 'https://example.test/v1', model: 'm', api_key: 'secret', system: 'Be kind.' },
};

/** Reads the parts of an agent before and after a change to its files or to the config. */
async function partsAround(id: string, change: { files?: Record<string, string>; config?: object }) {
  const root = await createTemporaryWorkspace(files);
  const readParts = (agents: object): AgentParts => {
    const config = workspaceConfigSchema.parse({ agents });
    return createAgents({ systems, root, config, variables: {} }).parts(id);
  };
  const before = readParts(agentsOfConfig);
  for (const [file, text] of Object.entries(change.files ?? {})) writeFileSync(path.join(root, file), text);
  const after = readParts({ ...agentsOfConfig, ...change.config });
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return { before, changed: [...names].filter((name) => Reflect.get(before, name) !== Reflect.get(after, name)) };
}

describe('what an agent is made of', () => {
  it('is read of the agents of the config, without what is secret', async () => {
    const code = { 'agents/echo.mjs': 'export default () => "hm";\n' };
    expect((await partsAround('echo', { files: code })).changed).toEqual(['scripts']);
    const bare = (fields: object) => ({ config: { bare: { ...agentsOfConfig.bare, ...fields } } });
    expect((await partsAround('bare', bare({ system: 'Be brief.' }))).changed).toEqual(['prompts']);
    expect((await partsAround('bare', bare({ options: { temperature: 0 } }))).changed).toEqual(['settings']);
    expect((await partsAround('bare', bare({ api_key: 'other', name: 'Bare' }))).changed).toEqual([]);
    const remote = {
      ...agentsOfConfig.remote,
      url: 'https://me:other@example.test/ask?key=new',
      headers: { Authorization: 'Bearer new' },
    };
    expect((await partsAround('remote', { config: { remote } })).changed).toEqual([]);
  });
});
