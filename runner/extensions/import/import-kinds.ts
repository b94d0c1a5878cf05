import type { HistoryLocation } from '../../run/stored/stored-history.ts';

/** What can be imported. The command line knows the words without loading the readers. */
export const importKinds = ['traces', 'transcripts', 'table', 'promptfoo', 'adk', 'tau2'] as const;
export type ImportKind = (typeof importKinds)[number];

export type ImportFlags = HistoryLocation & { map?: string[]; output?: string };
