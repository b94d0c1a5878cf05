import type { JsonObject } from '../../../values/index.ts';

/** The content of a file of another tool. `file` is its name for messages. */
export type ImportSource = {
  text: string;
  file: string;
  /**
   * The workspace's agents that judge and simulate users. Checks that need a judge are not imported if there is none.
   */
  roleAgents: RoleAgents;
  /** Reads files that the imported file names. */
  beside: ReadReferencedFiles;
  /** Collects checks that are program code, in a script. If it is missing, such checks cannot be imported. */
  script?: CheckScript | undefined;
  /** Receives the imported cases, and reports of what could not be imported, while the file is being read. */
  suite: ImportedSuite;
};
/** Adds a function to a script, and returns the reference by which assertions call it. */
export type CheckScript = { add(parts: CheckFunction): string };
/**
 * `body` returns the result of a script assertion, using `output`, `input` and `value`; `helpers` are functions that
 * it calls.
 */
export type CheckFunction = { body: string; helpers: readonly string[] };
export type ReferencedFile = { file: string; text: string };
/** Finds files by name in the folder of the file that names them, and below; `*` is a wildcard. */
export type ReadReferencedFiles = (name: string) => { ok: true; files: ReferencedFile[] } | { ok: false; why: string };
/** `reads` are the names of tools that only read data; `*` stands for any characters. */
export type RoleAgents = {
  judge?: string | undefined;
  simulator?: string | undefined;
  reads?: readonly string[] | undefined;
};

/** A case made from another tool's file; `checks` is the number of the original checks that it contains. */
export type ImportedCase = { file: string; line: number; checks: number; written: JsonObject };

/**
 * Something that could not be imported, with its position and the reason; `checks` is the number of the original
 * checks lost with it.
 */
export type SkippedPart = {
  file: string;
  line: number;
  what: string;
  why: string;
  checks: number;
  /** Entries with the same cause share one line of the report. */
  cause?: string;
};

/** Cases are passed on one by one, because all cases of a large file might not fit into memory. */
export type ImportedSuite = {
  addCase(imported: ImportedCase): void;
  skippedParts: SkippedPart[];
  /** Decisions made during the import that the user should know, each with the number of cases that it affects. */
  notes: Map<string, number>;
};

/** Records which contents of a file were imported, and which were lost. */
export function createImportProgress(file: string, suite: ImportedSuite) {
  return {
    addImported(imported: Omit<ImportedCase, 'file'>): void {
      suite.addCase({ file, ...imported });
    },
    addNote(text: string): void {
      suite.notes.set(text, (suite.notes.get(text) ?? 0) + 1);
    },
    /** Records a check that could not be imported. */
    reportSkippedPart(line: number, what: string, why: string, cause?: string): void {
      suite.skippedParts.push({ file, line, what, why, checks: 1, ...(cause === undefined ? {} : { cause }) });
    },
    /** Records something other than a check that was left out. */
    reportLeftOutPart(line: number, what: string, why: string, cause?: string): void {
      suite.skippedParts.push({ file, line, what, why, checks: 0, ...(cause === undefined ? {} : { cause }) });
    },
  };
}

/** Returns a function that makes ids unique: it returns the preferred id, or adds the next free number to it. */
export function createUniqueIds(): (preferredId: string) => string {
  const idCounts = new Map<string, number>();
  return (preferredId) => {
    let [id, count] = [preferredId, idCounts.get(preferredId) ?? 0];
    while (idCounts.has(id)) {
      count += 1;
      id = `${preferredId}-${count + 1}`;
    }
    idCounts.set(preferredId, count);
    if (id !== preferredId) idCounts.set(id, 0);
    return id;
  };
}
