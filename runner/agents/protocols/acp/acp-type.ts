import type { AgentEntryOf } from '../../../contract/index.ts';
import { redactCommandSecrets } from '../../agent-address.ts';
import type { AgentType } from '../../agent-type.ts';
import { requireProgram } from '../../command/require-program.ts';
import { describePossibleSideEffects } from '../../describe-possible-side-effects.ts';
import { AGENT_STORES_CONVERSATIONS_REASON } from '../../not-forkable-reasons.ts';
import { createAcpAgent } from './acp-agent.ts';

export const acpType: AgentType<AgentEntryOf<'acp'>> = {
  takesConnector: false,
  open: ({ id, entry }, deps) => {
    const { root, variables, maxAnswer } = deps;
    return deps.recordWholeAnswers(() => createAcpAgent({ id, entry, root, variables, maxAnswer }, deps));
  },
  check: (agent, { root, variables }) => requireProgram({ ...agent, root, variables }),
  address: ({ command }) => ({ address: redactCommandSecrets(command.join(' ')) }),
  readDefinition: ({ command, interrupts }) => ({ settings: [redactCommandSecrets(command.join(' ')), interrupts] }),
  filesAffectingAnswers: () => Promise.resolve(undefined),
  reports: () => ({ tools: 'may', usage: 'may' }),
  notRepeatable: describePossibleSideEffects,
  notForkable: () => AGENT_STORES_CONVERSATIONS_REASON,
};
