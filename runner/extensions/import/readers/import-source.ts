import type { JsonObject } from '../../../values/index.ts';

/** A file of another tool. `file` is its name for messages. */
export type ImportSource = {
  text: string;
  file: string;
  /**
   * The agents of the workspace that judge and simulate users. Without a judge, checks that need one cannot be
   * imported.
   */
  roleAgents: RoleAgents;
  /** Reads files to which the imported file refers. */
  beside: ReadReferencedFiles;
  /** The script for checks that are code. Without it, such checks cannot be imported. */
  script?: CheckScript | undefined;
  /** Receives the imported cases, and what could not be imported, while the file is parsed. */
  suite: ImportedSuite;
};
/** A script to which functions can be added. `add` returns the reference by which assertions call the function. */
export type CheckScript = { add(parts: CheckFunction): string };
/**
 * A function of a script. `body` computes the result of the assertion from `output`, `input` and `value`; `helpers` is
 * the source code of functions that it calls.
 */
export type CheckFunction = { body: string; helpers: readonly string[] };
export type ReferencedFile = { file: string; text: string };
/** Reads files in or below the folder of the imported file. In `name`, `*` is a wildcard. */
export type ReadReferencedFiles = (name: string) => { ok: true; files: ReferencedFile[] } | { ok: false; why: string };
/**
 * The ids of the agents that judge and simulate users. `reads` are the names of tools that only read data, in which `*`
 * stands for any characters.
 */
export type RoleAgents = {
  judge?: string | undefined;
  simulator?: string | undefined;
  reads?: readonly string[] | undefined;
};

/** An imported case. `checks` is the number of checks in the original. */
export type ImportedCase = { file: string; line: number; checks: number; written: JsonObject };

/**
 * Something that could not be imported, with its position and the reason. `checks` is the number of checks that are
 * lost.
 */
export type SkippedPart = {
  file: string;
  line: number;
  what: string;
  why: string;
  checks: number;
  /** Skipped parts with the same cause share one line of the report. */
  cause?: string;
};

/**
 * The suite into which cases are imported. They are added one by one, because all cases of a large file might not fit
 * into memory.
 */
export type ImportedSuite = {
  addCase(imported: ImportedCase): void;
  skippedParts: SkippedPart[];
  /** What the user should know about decisions during the import, with the number of affected cases. */
  notes: Map<string, number>;
};

/** Records what was imported from a file and what was not. */
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
    /** Records the loss of something other than a check. */
    reportLeftOutPart(line: number, what: string, why: string, cause?: string): void {
      suite.skippedParts.push({ file, line, what, why, checks: 0, ...(cause === undefined ? {} : { cause }) });
    },
  };
}

/** Returns a function that makes ids unique. If the preferred id is in use, it appends the next free number. */
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
