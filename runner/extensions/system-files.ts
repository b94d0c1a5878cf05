import type { JsonObject } from '../values/index.ts';

/** Recognizes the files of another agent system, without parsing them. */
export type OtherSystemFiles = {
  /** Names of files and folders by which the root of the system's workspaces is recognized. */
  marks?: readonly string[];
  isProject?(folder: string): boolean;
  /** Matches the names of the system's case files. */
  caseFiles?: RegExp;
  /** The endings of the system's case file names, as text that follows "case files end": `in .test.yml`. */
  caseFileWords?: string;
  /** Matches files of the system that Turntree does not read. */
  unsupported?: RegExp;
  /** Returns why an existing file contains no cases; undefined for files that do not belong to the system. */
  refusalOf?(name: string): string | undefined;
  /** Returns whether a file contains cases; undefined if its name cannot be the name of a case file. */
  holdsCases?(name: string, readText: () => string): boolean | undefined;
  /**
   * Returns whether a file with the name of a case file contains other data of the system. The path `file` has forward
   * slashes.
   */
  isData?(file: string): boolean;
  /** The JSON Schema of the system's case files, for editors. */
  caseFileSchema?(): Promise<JsonObject>;
};
