import type { JsonObject } from '../values/index.ts';

/** The rules that recognize the files of another agent system, without parsing them. */
export type OtherSystemFiles = {
  /** Names of files and folders whose presence marks the root folder of a workspace of the system. */
  marks?: readonly string[];
  isProject?(folder: string): boolean;
  /** Matches the names of the system's case files. */
  caseFiles?: RegExp;
  /**
   * Describes how the system's case file names end. The text completes the sentence "case files end …": `in .test.yml`.
   */
  caseFileWords?: string;
  /** Matches the names of files of the system that Turntree does not support. */
  unsupported?: RegExp;
  /** Returns why an existing file contains no cases; undefined for files that do not belong to the system. */
  refusalOf?(name: string): string | undefined;
  /** Returns true if a file contains cases, false if not; undefined if its name is not that of a case file. */
  holdsCases?(name: string, readText: () => string): boolean | undefined;
  /**
   * Returns true if a file that is named like a case file contains other data of the system. The path `file` has
   * forward slashes.
   */
  isData?(file: string): boolean;
  /** The JSON Schema of the system's case files, for editors. */
  caseFileSchema?(): Promise<JsonObject>;
};
