import type { HistoryLocation } from '../../run/stored/stored-history.ts';

/**
 * The kinds of data that can be imported. A separate list, so that the command line knows their names without loading
 * the code that reads them.
 */
export const importKinds = ['traces', 'transcripts', 'table', 'promptfoo', 'adk', 'tau2'] as const;
export type ImportKind = (typeof importKinds)[number];

export type ImportFlags = HistoryLocation & { map?: string[]; output?: string };
