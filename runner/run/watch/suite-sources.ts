/**
 * The files on which a run depends, as absolute paths. For a folder in the list, everything in it counts, except files
 * that a run writes.
 */
export type SuiteSourcePaths = { files: string[]; folders: string[] };
