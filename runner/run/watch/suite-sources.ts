/**
 * The files that a run depends on, as absolute paths. The content of a listed folder also counts, apart from files that
 * a run writes.
 */
export type SuiteSourcePaths = { files: string[]; folders: string[] };
