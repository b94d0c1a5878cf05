import { afterEach, describe, expect, it } from 'vitest';
import { createAgents } from '../../agents/create-agents.ts';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { createRefusalReply, startAgentServer } from '../../testing/agent-servers.ts';
import { neverAborted } from '../../testing/model-request.ts';
import { serverShapes } from '../../testing/server-shapes.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import type { JsonObject } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';
import { detectAgentAtUrl } from './probe-address.ts';
import { converseWithoutGoal } from './talk/converse.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const messages = ['When do you open?', 'Book a table for two.'] as const;

async function find(url: string) {
  const agent = await detectAgentAtUrl({ url, model: undefined }, { variables: {} }, neverAborted());
  if (agent.kind !== 'new') throw new Error('it is known');
  return agent;
}

/** Returns the answers of the detected agent to two messages of one conversation. */
async function talk(entry: JsonObject): Promise<string[]> {
  const config = workspaceConfigSchema.parse({ agents: { desk: entry } });
  const agents = createAgents({ systems, root: await createTemporaryWorkspace({}), config, variables: {} });
  closing.push(() => agents.close());
  const agent = await agents.agent({ id: 'desk' }, neverAborted());
  const lines: string[] = [...messages];
  const person = { next: () => Promise.resolve(lines.shift() ?? ''), showAnswer: () => undefined };
  const turns = await converseWithoutGoal({ agent, person }, neverAborted());
  return turns.map(({ response }) => response.content.trim());
}

const right = serverShapes.flatMap((shape) => ('says' in shape ? [shape] : []));
const traps = serverShapes.flatMap((shape) => ('refused' in shape ? [shape] : []));

describe('a server that nobody has described', () => {
  it.each(right)('is asked as it wants: $name', async (shape) => {
    const server = await startAgentServer(shape);
    closing.push(server.close);
    const agent = await find(server.url);
    if (shape.entry !== undefined) expect(agent.entry).toMatchObject(shape.entry);
    const before = shape.remembers === true ? [messages[0]] : [];
    expect(await talk(agent.entry)).toEqual([shape.says(messages[0], []), shape.says(messages[1], before)]);
  });

  it('gets no other bodies once it requires what only the user knows', async () => {
    const server = await startAgentServer({
      answer: ({ body }) => {
        const name = 'message' in body ? 'tenant' : 'message';
        return createRefusalReply(422, { detail: [{ type: 'missing', loc: ['body', name], msg: 'Field required' }] });
      },
    });
    closing.push(server.close);
    await expect(find(server.url)).rejects.toThrow(UsageError);
    const postedBodies = server.got.filter(({ method }) => method === 'POST').map(({ raw }) => raw);
    expect(postedBodies.at(-1)).toBe('{"message":"Hello"}');
  });

  it.each(traps)('is not believed: $name', async (shape) => {
    const server = await startAgentServer(shape);
    closing.push(server.close);
    const refusal = await find(server.url).then(
      (agent) => agent.said,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(UsageError);
    const text = refusal instanceof UsageError ? [refusal.message, ...refusal.details].join('\n') : '';
    expect(text).toMatch(shape.refused);
  });
});
