import type { AgentEntry } from '../../contract/index.ts';

/**
 * The config entry of an agent that is a server with an agent protocol. `http` is not among these, because its entries
 * define their own requests.
 */
export type ProtocolAgentEntry = Exclude<Extract<AgentEntry, { url: string }>, { type: 'http' }>;
