import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import type { Agent } from '../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { type AgentsHandle, createAgents } from '../create-agents.ts';

const handles: AgentsHandle[] = [];
afterEach(async () => {
  await Promise.all(handles.splice(0).map((handle) => handle.close()));
});

async function openAgents(
  files: Record<string, string>,
  isolate?: 'case' | 'suite' | 'process',
  file = 'agent.ts',
  variables: Record<string, string> = {},
): Promise<{ agents: AgentsHandle; agent: Agent; root: string }> {
  const root = await createTemporaryWorkspace(files);
  const config = workspaceConfigSchema.parse({ agents: { target: { type: 'module', path: file, isolate } } });
  const agents = createAgents({ systems, root, config, variables: { PATH: process.env.PATH, ...variables } });
  handles.push(agents);
  return { agents, agent: await agents.agent({ id: 'target' }, neverAborted()), root };
}

async function ask(
  agent: Agent,
  sessionId: string,
  input = 'x',
  log: (source: string, text: string) => void = () => undefined,
) {
  const context = listeningContext({ log: ({ source, text }) => log(source, text) });
  return (await agent.invoke(agentRequest(input, { sessionId, context }), neverAborted())).content;
}

const counter = {
  'agent.ts': 'import { count } from "./count"; export default () => String(count());',
  'count.ts': 'let n = 0; export const count = () => ++n;',
};

describe('a module that is closed', () => {
  it.each(['case', 'process'] as const)(
    'starts no process for a call whose code is still bundled: %s',
    async (isolate) => {
      const { agents, agent } = await openAgents(counter, isolate);
      const refused = expect(ask(agent, 'a')).rejects.toThrow('the module is closed');
      await agents.close();
      await refused;
    },
  );
});

describe('what a module keeps in variables', () => {
  it.each([
    [undefined, ['1', '2', '1', '3', '2']],
    ['case', ['1', '2', '1', '3', '2']],
    ['process', ['1', '2', '1', '3', '2']],
    ['suite', ['1', '2', '3', '4', '5']],
  ] as const)('lives as long as isolate says: %s', async (isolate, counts) => {
    const { agent } = await openAgents(counter, isolate);
    const answers: string[] = [];
    for (const session of ['a', 'a', 'b', 'a', 'b']) answers.push(await ask(agent, session));
    expect(answers).toEqual(counts);
  });

  it('is its own of each of many attempts at once', async () => {
    const { agent } = await openAgents(counter);
    const sessions = Array.from({ length: 50 }, (_, index) => `s${index % 25}`);
    const counts = await Promise.all(sessions.map((session) => ask(agent, session)));
    expect(counts.filter((count) => count === '1')).toHaveLength(25);
    expect(counts.filter((count) => count === '2')).toHaveLength(25);
  });

  it('is gone when the session is over, with those that belong to it, and with no others', async () => {
    const { agent, agents } = await openAgents(counter);
    for (const session of ['a', 'a:judge', 'ab']) await ask(agent, session);
    agents.endSession?.('a');
    expect([await ask(agent, 'a'), await ask(agent, 'a:judge'), await ask(agent, 'ab')]).toEqual(['1', '1', '2']);
  });

  it.each(['case', 'process'] as const)(
    'is shared in packages and in globalThis, unless each has a process: %s',
    async (isolate) => {
      const { agent } = await openAgents(
        {
          'agent.ts': `import { bump } from 'counting'; globalThis.seen = (globalThis.seen ?? 0) + 1;
          export default () => bump() + ' ' + globalThis.seen;`,
          'node_modules/counting/package.json': '{"name": "counting", "type": "module", "exports": "./index.js"}',
          'node_modules/counting/index.js': 'let n = 0; export const bump = () => ++n;',
        },
        isolate,
      );
      const both = [await ask(agent, 'a'), await ask(agent, 'b')];
      expect(both).toEqual(isolate === 'case' ? ['1 1', '2 2'] : ['1 1', '1 1']);
    },
  );

  it('has processes of its own, if it says so', async () => {
    const { agent, agents } = await openAgents(
      { 'agent.ts': 'globalThis.id ??= Math.random(); export default () => String(globalThis.id);' },
      'process',
    );
    const [a, b, again] = [await ask(agent, 'a'), await ask(agent, 'b'), await ask(agent, 'a')];
    expect(a).toBe(again);
    expect(a).not.toBe(b);
    agents.endSession?.('a');
    expect(await ask(agent, 'a')).not.toBe(a);
  });
});

describe('a module that is evaluated for each attempt', () => {
  it.each([
    [
      'imports of every form',
      `import os, { EOL as end, type UserInfo } from 'node:os';
      import * as all from 'node:path';
      import 'node:fs';
      import {
        join,
        // a comment; with "quotes"
        basename,
      } from 'node:path';
      export default () => [typeof os.cpus, end === os.EOL, all.join === join, basename('a/b')].join();`,
      'function,true,true,b',
    ],
    [
      'text that looks like imports',
      `export * from 'node:querystring';
      const text = \`
import { x } from "node:os";
export { y };
\`;
      export { text as 'a-b' };
      export default () => text.split('\\n').length + text;`,
      '4\nimport { x } from "node:os";\nexport { y };\n',
    ],
    [
      'top-level await',
      `const late = await new Promise<string>((done) => setImmediate(done, 'awaited')); export default () => late;`,
      'awaited',
    ],
    [
      'import.meta and dynamic imports',
      `export default async () => [import.meta.filename.endsWith('agent.ts'), import.meta.url.endsWith('agent.ts?bundle'), (await import('./other')).other, typeof (await import('node:os')).cpus].join();`,
      'true,true,of the file beside,function',
    ],
    [
      'exports that change',
      `export default function first() { return changed(); } let changed = () => 'before'; changed = () => 'after';`,
      'after',
    ],
    ['a hashbang', `#!/usr/bin/env node\nexport default () => 'ran';`, 'ran'],
    ['JSX-free CommonJS', `module.exports = () => 'common ' + typeof require('node:os').cpus;`, 'common function'],
  ])('may have %s', async (_what, source, expected) => {
    const { agent } = await openAgents({
      'agent.ts': source,
      'other.ts': `export const other = 'of the file beside';`,
    });
    expect(await ask(agent, 'a')).toBe(expected);
    expect(await ask(agent, 'b')).toBe(expected);
  });

  it('names the line of an error, at every evaluation', async () => {
    const { agent } = await openAgents({
      'agent.ts': `import os from 'node:os';\ninterface A { a: 1 }\nimport { fail } from './fail';\nexport default () => fail(os.EOL);`,
      'fail.ts': `type B = string;\n\nexport function fail(text: B): never {\n  throw new Error('no ledger');\n}`,
    });
    for (const session of ['a', 'b']) await expect(ask(agent, session)).rejects.toThrow(/no ledger \(fail\.ts:4:9\)/);
  });

  it('names the line of an error of its evaluation, and tells each attempt', async () => {
    const { agent } = await openAgents({ 'agent.ts': `\n\nthrow new Error('no key');\nexport default () => 'x';` });
    for (const session of ['a', 'b']) await expect(ask(agent, session)).rejects.toThrow(/no key \(agent\.ts:3:7\)/);
  });

  it('prints into the log of the attempt that it is evaluated for', async () => {
    const { agent } = await openAgents({ 'agent.ts': `console.log('evaluated'); export default () => 'x';` });
    const logs = [[], []] as string[][];
    for (const [index, log] of logs.entries()) await ask(agent, `s${index}`, 'x', (_source, text) => log.push(text));
    expect(logs).toEqual([['evaluated'], ['evaluated']]);
  });

  it('is replaced with its worker before what it leaves behind fills the memory', async () => {
    const { agent, agents } = await openAgents({
      'agent.ts': `globalThis.evaluations = (globalThis.evaluations ?? 0) + 1; setInterval(() => {}, 1e6);
        export default () => String(globalThis.evaluations);`,
    });
    const most: number[] = [];
    for (let attempt = 0; attempt < 2_100; attempt += 1) {
      most.push(Number(await ask(agent, `s${attempt}`)));
      agents.endSession?.(`s${attempt}`);
    }
    expect(Math.max(...most)).toBe(1_000);
    expect(most.at(-1)).toBe(100);
  });
});

describe('a process of a module', () => {
  it('ends before it runs any code of the module when nobody can watch over it', async () => {
    const noThreads =
      "import { isMainThread } from 'node:worker_threads';\nif (!isMainThread) throw new Error('no thread');\n";
    const elsewhere = await createTemporaryWorkspace({ 'no-threads.mjs': noThreads });
    const markerFile = path.join(elsewhere, 'begun');
    const looping = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(markerFile)}, '');\nwhile (true);\n`;
    const variables = { NODE_OPTIONS: `--import ${pathToFileURL(path.join(elsewhere, 'no-threads.mjs'))}` };
    const { agent } = await openAgents({ 'agent.ts': looping }, 'process', 'agent.ts', variables);
    await expect(ask(agent, 'a')).rejects.toThrow('its process was ended by SIGKILL');
    expect(existsSync(markerFile)).toBe(false);
  });
});
