import type { MatrixView } from '@/runner/contract';

/** The contents of a saved view, without its format version. */
export type MatrixSettings = Omit<MatrixView, 'version'>;
