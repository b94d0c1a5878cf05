import type { AgentEntry } from '../contract/index.ts';

/** Agents that ask a model of ours, or are given one: another connector can take its place. */
const withModel: ReadonlySet<AgentEntry['type']> = new Set(['scripted', 'openai', 'module']);

/** Returns false for an agent without one of our models: put on a connector, it would be compared with itself. */
export function takesConnector({ type }: AgentEntry): boolean {
  return withModel.has(type);
}
