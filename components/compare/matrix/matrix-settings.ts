import type { MatrixView } from '@/runner/contract';

/** The contents of a saved view without the version number of the file format. */
export type MatrixSettings = Omit<MatrixView, 'version'>;
