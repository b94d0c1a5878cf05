import { afterEach, describe, expect, it } from 'vitest';
import { createAgents } from '../../agents/create-agents.ts';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { startAgentServer } from '../../testing/agent-servers.ts';
import { neverAborted } from '../../testing/model-request.ts';
import { serverShapes } from '../../testing/server-shapes.ts';
import { temporaryWorkspace } from '../../testing/workspace.ts';
import type { JsonObject } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';
import { converse } from './converse.ts';
import { probeAddress } from './probe-address.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const said = ['When do you open?', 'Book a table for two.'] as const;

async function find(url: string) {
  const found = await probeAddress({ url, model: undefined }, { variables: {} }, neverAborted());
  if (found.kind !== 'new') throw new Error('it is known');
  return found;
}

/** What the agent of the entry answers to two messages of one conversation. */
async function talk(entry: JsonObject): Promise<string[]> {
  const config = workspaceConfigSchema.parse({ agents: { desk: entry } });
  const agents = createAgents({ systems, root: await temporaryWorkspace({}), config, variables: {} });
  closing.push(() => agents.close());
  const agent = await agents.agent({ id: 'desk' }, neverAborted());
  const lines: string[] = [...said];
  const person = {
    found: () => undefined,
    next: () => Promise.resolve(lines.shift() ?? ''),
    answered: () => undefined,
    written: () => undefined,
    close: () => undefined,
  };
  const turns = await converse({ agent, person }, neverAborted());
  return turns.map(({ response }) => response.content.trim());
}

const right = serverShapes.flatMap((shape) => ('says' in shape ? [shape] : []));
const traps = serverShapes.flatMap((shape) => ('refused' in shape ? [shape] : []));

describe('a server that nobody has described', () => {
  it.each(right)('is asked as it wants: $name', async (shape) => {
    const server = await startAgentServer(shape);
    closing.push(server.close);
    const found = await find(server.url);
    if (shape.entry !== undefined) expect(found.entry).toMatchObject(shape.entry);
    const before = shape.remembers === true ? [said[0]] : [];
    expect(await talk(found.entry)).toEqual([shape.says(said[0], []), shape.says(said[1], before)]);
  });

  it.each(traps)('is not believed: $name', async (shape) => {
    const server = await startAgentServer(shape);
    closing.push(server.close);
    const refusal = await find(server.url).then(
      (found) => found.said,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(UsageError);
    const text = refusal instanceof UsageError ? [refusal.message, ...refusal.details].join('\n') : '';
    expect(text).toMatch(shape.refused);
  });
});
