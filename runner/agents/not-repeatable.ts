import type { AgentSource } from './agent-catalog.ts';
import { findAgentType } from './agent-types.ts';

/** `isReplayed` is true for a strict replay. In it, only agents whose code runs can call tools. */
export type RepeatConditions = { isReplayed?: boolean };

/** Returns why the tools of an agent must not be called again without explicit consent; undefined if they may be. */
export function findReasonNotRepeatable(
  source: AgentSource,
  { isReplayed = false }: RepeatConditions = {},
): string | undefined {
  if (isReplayed && !runsInReplay(source)) return undefined;
  switch (source.type) {
    case 'model':
    case 'built_in':
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
      const reason =
        repeatable === false ? 'is not "repeatable"' : findAgentType(source.entry).notRepeatable(source.entry);
      return reason && `agent "${source.id}" ${reason}`;
    }
    default:
      return source satisfies never;
  }
}

function runsInReplay(source: AgentSource): boolean {
  return source.type === 'entry' && source.entry.type === 'module' && source.entry.record !== 'answers';
}
