import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { parseAgentParts, type StoredAgentParts } from './agent-parts.ts';

/** Returns the parts of the agents of a stored run; empty if none are known or the run does not exist. */
export function readAgentPartsOfRun({ sqlite }: Pick<Database, 'sqlite'>, runId: string): StoredAgentParts[] {
  const text = selectRows(sqlite, 'runs', 'agentParts', 'WHERE id = ?').get(runId);
  return parseAgentParts(text == null ? null : JSON.parse(text));
}
