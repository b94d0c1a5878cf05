import type { AgentEntryOf } from '../../contract/index.ts';
import { redactCommandSecrets } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { describePossibleSideEffects } from '../describe-possible-side-effects.ts';
import { findNamedFiles } from '../named-files.ts';
import { createCommandAgent } from './command-agent.ts';
import { requireProgram } from './require-program.ts';

export const commandType: AgentType<AgentEntryOf<'command'>> = {
  takesConnector: false,
  open: ({ id, entry }, deps) => {
    const { root, variables, maxAnswer } = deps;
    return deps.recordWholeAnswers(() => createCommandAgent({ id, entry, root, variables, maxAnswer }, deps));
  },
  check: (agent, { root, variables }) => requireProgram({ ...agent, root, variables }),
  address: ({ command }) => ({ address: redactCommandSecrets(command.join(' ')) }),
  readDefinition: ({ command, isolate = 'turn' }) => ({ settings: [redactCommandSecrets(command.join(' ')), isolate] }),
  filesAffectingAnswers: async ({ command }, root) => findNamedFiles({ names: command, folders: [root], root }),
  reports: () => ({ tools: 'may', usage: 'may' }),
  notRepeatable: describePossibleSideEffects,
  notForkable: () => undefined,
};
