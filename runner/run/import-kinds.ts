import type { HistoryPlace } from './stored/stored-history.ts';

/** What can be imported. The command line knows the words without loading the readers. */
export const importKinds = ['transcripts', 'table'] as const;
export type ImportKind = (typeof importKinds)[number];

export type ImportFlags = HistoryPlace & { map?: string[]; output?: string };
