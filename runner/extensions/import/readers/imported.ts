import type { JsonObject } from '../../../values/index.ts';

/** The text of another tool's file. `file` is its name in messages. */
export type ImportSource = {
  text: string;
  file: string;
  /** Agents of the workspace that judge and simulate users; checks that need a missing judge are not imported. */
  players: RoleAgents;
  /** Reads files that this one names. */
  beside: ReadReferencedFiles;
  /** Collects checks that are code. Without a script, such checks cannot be imported. */
  script?: CheckScript | undefined;
  /** Receives the imported cases, and reports of what could not be imported, while the file is read. */
  suite: ImportedSuite;
};
/** Stores a function of a script, and returns how assertions call it. */
export type CheckScript = { add(parts: CheckFunction): string };
/**
 * `body` returns the result of a script assertion, using `output`, `input` and `value`; `helpers` are functions that
 * it calls.
 */
export type CheckFunction = { body: string; helpers: readonly string[] };
export type ReferencedFile = { file: string; text: string };
/** Finds files by name in the folder of the file that names them, and below; `*` is a wildcard. */
export type ReadReferencedFiles = (name: string) => { ok: true; files: ReferencedFile[] } | { ok: false; why: string };
/** `reads` are the names of read-only tools; `*` stands for any letters. */
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

/** Cases are passed on one by one, because those of a large file would fill the memory. */
export type ImportedSuite = {
  take(imported: ImportedCase): void;
  notCarried: SkippedPart[];
  /** Choices made during the import, each with the number of cases it applies to. */
  notes: Map<string, number>;
};

/** Records which contents of a file were imported, and which were lost. */
export function createImportProgress(file: string, suite: ImportedSuite) {
  return {
    addImported(imported: Omit<ImportedCase, 'file'>): void {
      suite.take({ file, ...imported });
    },
    addNote(text: string): void {
      suite.notes.set(text, (suite.notes.get(text) ?? 0) + 1);
    },
    /** Records a check that could not be imported. */
    reportSkippedPart(line: number, what: string, why: string, cause?: string): void {
      suite.notCarried.push({ file, line, what, why, checks: 1, ...(cause === undefined ? {} : { cause }) });
    },
    /** Records something that was left out but is not a check. */
    reportLeftOutPart(line: number, what: string, why: string, cause?: string): void {
      suite.notCarried.push({ file, line, what, why, checks: 0, ...(cause === undefined ? {} : { cause }) });
    },
  };
}

/** Returns a function that makes unique ids: the wanted one, or the wanted one with the next free number. */
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
