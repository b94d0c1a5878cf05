import { asJson } from '../../values/index.ts';
import { urlWithoutSecrets } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { keptByAgent, sharedState } from '../kept-conversations.ts';
import { describePossibleSideEffects } from '../unknown-tools.ts';
import { resolveAddress } from './connection.ts';
import { openProtocolAgent } from './open-protocol-agent.ts';
import type { ProtocolType } from './protocol.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';

/** The type of agents at a URL that speak a protocol. */
export function protocolAgent<Entry extends ProtocolAgentEntry>(protocol: ProtocolType<Entry>): AgentType<Entry> {
  return {
    takesConnector: false,
    open: ({ id, entry }, deps) => {
      const { variables, maxAnswer } = deps;
      return deps.recordWholeAnswers(() => openProtocolAgent({ id, entry, variables, maxAnswer, protocol }, deps));
    },
    check: ({ id, entry }, { variables }) => void resolveAddress({ id, entry, variables }),
    address: ({ url }) => ({ address: urlWithoutSecrets(url) }),
    readDefinition: ({ url, headers, ...settings }) => ({
      settings: asJson([urlWithoutSecrets(url), Object.keys(headers).toSorted(), settings]),
    }),
    filesAffectingAnswers: () => Promise.resolve(undefined),
    reports: () => protocol.reports,
    notRepeatable: describePossibleSideEffects,
    notForkable() {
      if (protocol.keepsConversation) return keptByAgent;
      return protocol.sharesState ? sharedState : undefined;
    },
    signs: protocol.signs,
  };
}
