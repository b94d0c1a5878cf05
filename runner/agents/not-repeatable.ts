import type { AgentEntry } from '../contract/index.ts';
import type { AgentSource } from './agent-catalog.ts';

/** In a strict replay only those agents call tools that run in it. */
export type Repetition = { isReplayed?: boolean };

/** Why the tools of an agent must not be called again without being asked to; nothing where they may. */
export function notRepeatable(source: AgentSource, { isReplayed = false }: Repetition = {}): string | undefined {
  if (isReplayed && !runsInReplay(source)) return undefined;
  switch (source.type) {
    case 'model':
      return undefined;
    case 'found': {
      const servers = source.agent.remoteServers?.() ?? [];
      return servers.length === 0
        ? undefined
        : `agent "${source.id}" calls tools of MCP servers: ${servers.join(', ')}`;
    }
    case 'entry': {
      const { repeatable } = source.entry;
      if (repeatable === true) return undefined;
      const reason = repeatable === false ? 'is not "repeatable"' : reasonOf(source.entry);
      return reason && `agent "${source.id}" ${reason}`;
    }
    default:
      return source satisfies never;
  }
}

function runsInReplay(source: AgentSource): boolean {
  return source.type === 'entry' && source.entry.type === 'module' && source.entry.record !== 'answers';
}

/** What such an agent does when it is asked nobody here knows; models and rules alone change nothing. */
function reasonOf(entry: AgentEntry): string | undefined {
  switch (entry.type) {
    case 'http':
    case 'command':
    case 'acp':
    case 'openai-chat':
    case 'openai-responses':
    case 'ai-sdk-ui':
    case 'ag-ui':
    case 'a2a':
    case 'langgraph':
    case 'yao':
      return `is of type ${entry.type}: what it does when it is asked is not known here`;
    case 'openai': {
      const servers = Object.keys(entry.mcp_servers ?? {});
      return servers.length === 0 ? undefined : `calls tools of MCP servers: ${servers.join(', ')}`;
    }
    case 'module':
    case 'scripted':
    case 'replay':
      return undefined;
    default:
      return entry satisfies never;
  }
}
