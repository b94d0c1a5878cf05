import type { AgentEntryOf } from '../../contract/index.ts';
import { redactUrlSecrets } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { describePossibleSideEffects } from '../describe-possible-side-effects.ts';
import { AGENT_STORES_CONVERSATIONS_REASON } from '../not-forkable-reasons.ts';
import { createEndpoint } from './endpoint.ts';
import { createHttpAgent } from './http-agent.ts';

export const httpType: AgentType<AgentEntryOf<'http'>> = {
  takesConnector: false,
  open: ({ id, entry }, deps) => {
    const { variables, maxAnswer } = deps;
    return deps.recordWholeAnswers(() => createHttpAgent({ id, entry, variables, maxAnswer }, deps));
  },
  check: ({ id, entry }, { variables }) => void createEndpoint({ id, entry, variables }),
  address: ({ url }) => ({ address: redactUrlSecrets(url) }),
  readDefinition({ url, method, headers, body, output, tool_calls, stream, setup, poll }) {
    const beside = [setup && [setup.url.replace(/\?.*/, ''), setup.method, setup.body], poll];
    return {
      settings: [
        ...[redactUrlSecrets(url), method, Object.keys(headers).toSorted(), body, output, tool_calls, stream],
        ...beside.filter((each) => each !== undefined),
      ],
    };
  },
  filesAffectingAnswers: () => Promise.resolve(undefined),
  reports: ({ tool_calls: tools, usage }) => ({
    tools: tools === undefined ? 'path' : 'may',
    usage: usage === undefined ? 'path' : 'may',
  }),
  notRepeatable: describePossibleSideEffects,
  notForkable: findReasonNotForkable,
};

/**
 * Returns why a conversation cannot be continued from the middle in a new session: the request does not contain the
 * messages, or contains values of earlier answers, so the server must know the session.
 */
function findReasonNotForkable({ method, url, headers, body, setup, carry }: AgentEntryOf<'http'>): string | undefined {
  const sendsAll = body === undefined && method !== 'GET';
  if (!sendsAll && !/\{\{\s*(?:text_)?messages\b/.test(JSON.stringify([url, headers, body]))) {
    return 'gets no earlier messages: its request has neither {{messages}} nor {{text_messages}}';
  }
  const holdsState = setup !== undefined || Object.keys(carry ?? {}).length > 0;
  return holdsState ? AGENT_STORES_CONVERSATIONS_REASON : undefined;
}
