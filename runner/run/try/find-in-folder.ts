import path from 'node:path';
import type { AgentsHandle } from '../../agents/create-agents.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundAgent } from './found-agent.ts';

type AgentFolder = { folder: string; root: string; name: string | undefined };

/** The agent in a folder, or the only agent of the workspace in it. Simulators do not count. */
export function findInFolder({ folder, root, name }: AgentFolder, agents: AgentsHandle): FoundAgent {
  const knownAgent = (id: string, description: string): FoundAgent => ({ kind: 'known', id, root, said: description });
  if (name !== undefined) return knownAgent(agents.describe(name).id, `Asks the agent ${name} of ${root}`);
  const own = systems.folders.above(path.join(folder, 'agent'), root)?.id;
  if (own !== undefined) return knownAgent(own, `Asks the agent ${own}`);
  const ids = agents.list().flatMap(({ id, type }) => (type === 'scripted' ? [] : id));
  const [only, ...others] = ids;
  if (only === undefined) {
    throw new UsageError(`${folder} has no agents`, [
      'Name the file of the agent, or its address: npx turntree try src/agent.ts, npx turntree try http://127.0.0.1:8000/chat',
    ]);
  }
  if (others.length === 0) return knownAgent(only, `Asks the only agent of ${root}, ${only}`);
  throw new UsageError(`${root} has several agents: name one with -n`, ids);
}
