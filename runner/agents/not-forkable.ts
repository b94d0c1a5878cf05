import type { AgentSource } from './agent-catalog.ts';
import { findAgentType } from './agent-types.ts';

/**
 * Returns why a conversation with an agent cannot be continued from the middle in a new session; undefined if it can.
 */
export function explainWhyNotForkable(source: AgentSource): string | undefined {
  if (source.type !== 'entry') return undefined;
  const reason = findAgentType(source.entry).notForkable(source.entry);
  return reason && `agent "${source.id}" ${reason}`;
}
