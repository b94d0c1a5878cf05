import type { AgentEntry } from '../../contract/index.ts';

/** An agent of the config that is asked at an address, in a protocol of its own; the requests of `http` are its entry's. */
export type ProtocolAgentEntry = Exclude<Extract<AgentEntry, { url: string }>, { type: 'http' }>;
