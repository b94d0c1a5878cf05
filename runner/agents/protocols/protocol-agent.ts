import { castToJson } from '../../values/index.ts';
import { redactUrlSecrets } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { describePossibleSideEffects } from '../describe-possible-side-effects.ts';
import { AGENT_STORES_CONVERSATIONS_REASON, SHARED_STATE_REASON } from '../not-forkable-reasons.ts';
import { resolveUrlAndHeaders } from './connection.ts';
import { openProtocolAgent } from './open-protocol-agent.ts';
import type { ProtocolType } from './protocol.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';

/** The types of agents that are servers with an agent protocol. */
export function createProtocolAgentType<Entry extends ProtocolAgentEntry>(
  protocol: ProtocolType<Entry>,
): AgentType<Entry> {
  return {
    takesConnector: false,
    open: ({ id, entry }, deps) => {
      const { variables, maxAnswer } = deps;
      return deps.recordWholeAnswers(() => openProtocolAgent({ id, entry, variables, maxAnswer, protocol }, deps));
    },
    check: ({ id, entry }, { variables }) => void resolveUrlAndHeaders({ id, entry, variables }),
    address: ({ url }) => ({ address: redactUrlSecrets(url) }),
    readDefinition: ({ url, headers, ...settings }) => ({
      settings: castToJson([redactUrlSecrets(url), Object.keys(headers).toSorted(), settings]),
    }),
    filesAffectingAnswers: () => Promise.resolve(undefined),
    reports: () => protocol.reports,
    notRepeatable: describePossibleSideEffects,
    notForkable() {
      if (protocol.keepsConversation) return AGENT_STORES_CONVERSATIONS_REASON;
      return protocol.sharesState ? SHARED_STATE_REASON : undefined;
    },
    signs: protocol.signs,
  };
}
