import type { AgentEntryOf } from '../../../contract/index.ts';
import { withoutKeys } from '../../agent-address.ts';
import type { AgentType } from '../../agent-type.ts';
import { requireProgram } from '../../command/require-program.ts';
import { keptByAgent } from '../../kept-conversations.ts';
import { unknownTools } from '../../unknown-tools.ts';
import { createAcpAgent } from './acp-agent.ts';

export const acpType: AgentType<AgentEntryOf<'acp'>> = {
  takesConnector: false,
  open: ({ id, entry }, deps) => {
    const { root, variables, maxAnswer } = deps;
    return deps.tapeWhole(() => createAcpAgent({ id, entry, root, variables, maxAnswer }, deps));
  },
  check: (agent, { root, variables }) => requireProgram({ ...agent, root, variables }),
  address: ({ command }) => ({ address: withoutKeys(command.join(' ')) }),
  readDefinition: ({ command, interrupts }) => ({ settings: [withoutKeys(command.join(' ')), interrupts] }),
  tapedFiles: () => Promise.resolve(undefined),
  reports: () => ({ tools: 'may', usage: 'may' }),
  notRepeatable: unknownTools,
  notForkable: () => keptByAgent,
};
