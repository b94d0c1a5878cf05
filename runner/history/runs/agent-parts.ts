import * as z from 'zod';
import { type AgentParts, agentPartsSchema, type Suite } from '../../contract/index.ts';

const storedSchema = z.record(z.string(), agentPartsSchema);

/** The parts of one agent of a run. */
export type StoredAgentParts = { agentId: string; parts: AgentParts };

/** Returns the value of the `agent_parts` column; null if no parts are known. */
export function serializeAgentParts(suites: readonly Suite[]): string | null {
  const agentParts = suites.flatMap(({ agentId, parts }) => (parts === undefined ? [] : [[agentId, parts] as const]));
  return agentParts.length === 0 ? null : JSON.stringify(Object.fromEntries(agentParts));
}

/** Parses the `agent_parts` column; empty if no parts are known. */
export function parseAgentParts(storedParts: unknown): StoredAgentParts[] {
  const parsed = storedSchema.safeParse(storedParts);
  return parsed.success ? Object.entries(parsed.data).map(([agentId, parts]) => ({ agentId, parts })) : [];
}
