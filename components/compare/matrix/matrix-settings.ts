import type { MatrixView } from '@/runner/contract';

/** What a saved view says, without its format version. */
export type MatrixSettings = Omit<MatrixView, 'version'>;
