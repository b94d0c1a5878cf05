/** Absolute paths: files, and folders whose files count too, apart from what a run writes. */
export type SuiteSources = { files: string[]; folders: string[] };
