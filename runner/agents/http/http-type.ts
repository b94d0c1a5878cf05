import type { AgentEntryOf } from '../../contract/index.ts';
import { bareUrl } from '../agent-address.ts';
import type { AgentType } from '../agent-type.ts';
import { unknownTools } from '../unknown-tools.ts';
import { openEndpoint } from './endpoint.ts';
import { createHttpAgent } from './http-agent.ts';

export const httpType: AgentType<AgentEntryOf<'http'>> = {
  takesConnector: false,
  open: ({ id, entry }, deps) => {
    const { variables, maxAnswer } = deps;
    return deps.tapeWhole(() => createHttpAgent({ id, entry, variables, maxAnswer }, deps));
  },
  check: ({ id, entry }, { variables }) => void openEndpoint({ id, entry, variables }),
  address: ({ url }) => ({ address: bareUrl(url) }),
  makeup({ url, method, headers, body, output, tool_calls, stream, setup, poll }) {
    const beside = [setup && [setup.url.replace(/\?.*/, ''), setup.method, setup.body], poll];
    return {
      settings: [
        ...[bareUrl(url), method, Object.keys(headers).toSorted(), body, output, tool_calls, stream],
        ...beside.filter((each) => each !== undefined),
      ],
    };
  },
  tapedFiles: () => Promise.resolve(undefined),
  reports: ({ tool_calls: tools, usage }) => ({
    tools: tools === undefined ? 'path' : 'may',
    usage: usage === undefined ? 'path' : 'may',
  }),
  notRepeatable: unknownTools,
};
