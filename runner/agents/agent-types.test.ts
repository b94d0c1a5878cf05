import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentTypes } from './agent-types.ts';

const root = path.join(import.meta.dirname, '../..');

/** The protocol agents, by their folders. The type `yao` is missing, because its folder is called `yao-server`. */
const protocols = globSync('*/', { cwd: path.join(import.meta.dirname, 'protocols') })
  .map((folder) => path.basename(folder))
  .filter((folder) => Object.hasOwn(agentTypes, folder));

describe('the table of agent types', () => {
  it('does not compile without a type', () => {
    const { a2a: _, ...others } = agentTypes;
    // @ts-expect-error a type is missing
    const table: typeof agentTypes = others;
    expect(table).not.toHaveProperty('a2a');
  });

  it('does not compile with a type that is not complete', () => {
    const { readDefinition: _, ...others } = agentTypes.http;
    // @ts-expect-error a member is missing
    const table: typeof agentTypes = { ...agentTypes, http: others };
    expect(table.http).not.toHaveProperty('makeup');
  });

  it.each(protocols)('%s is named by its schema, by the table and by the search for agents alone', (protocol) => {
    const named = new RegExp(`['"\`/]${protocol}['"\`/]|^ *${protocol}:`, 'm');
    const files = globSync('{runner,lib,app,components,bin}/**/*.{ts,tsx,cjs}', { cwd: root })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
      .filter((file) => !file.startsWith(`runner/agents/protocols/${protocol}/`));
    expect(files.length).toBeGreaterThan(1_000);
    const naming = files.filter((file) => named.test(readFileSync(path.join(root, file), 'utf8')));
    expect(naming.filter((file) => !/^runner\/run\/(?:try|init)\//.test(file)).toSorted()).toEqual([
      'runner/agents/agent-types.ts',
      'runner/contract/protocol-agents.ts',
    ]);
    expect(naming.length).toBeLessThanOrEqual(4);
  });
});
