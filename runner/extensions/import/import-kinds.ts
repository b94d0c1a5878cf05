import type { HistoryLocation } from '../../run/stored/stored-history.ts';

/**
 * The kinds of data that can be imported. They are listed in a file of their own, so that the command line does not
 * load the code for importing.
 */
export const importKinds = ['traces', 'transcripts', 'table', 'promptfoo', 'adk', 'tau2'] as const;
export type ImportKind = (typeof importKinds)[number];

export type ImportFlags = HistoryLocation & { map?: string[]; output?: string };
