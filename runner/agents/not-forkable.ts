import type { AgentSource } from './agent-catalog.ts';
import { findAgentType } from './agent-types.ts';

/** Why a conversation with an agent cannot continue from the middle in a new session; undefined when it can. */
export function explainWhyNotForkable(source: AgentSource): string | undefined {
  if (source.type !== 'entry') return undefined;
  const reason = findAgentType(source.entry).notForkable(source.entry);
  return reason && `agent "${source.id}" ${reason}`;
}
