import type { AgentEntry } from '../../contract/index.ts';

/**
 * A config entry of an agent at a URL that speaks a fixed protocol. `http` is excluded, because its entries define
 * their own requests.
 */
export type ProtocolAgentEntry = Exclude<Extract<AgentEntry, { url: string }>, { type: 'http' }>;
