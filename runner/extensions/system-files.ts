import type { JsonObject } from '../values/index.ts';

/** Recognizes the files of another system, without parsing them as that system does. */
export type OtherSystemFiles = {
  /** Names of files and folders in the root of its workspaces. */
  marks?: readonly string[];
  isProject?(folder: string): boolean;
  /** Matches the names of its case files. */
  caseFiles?: RegExp;
  /** How the names of its case files end, as text that follows "case files end": `in .test.yml`. */
  caseFileWords?: string;
  /** Matches files of the system that are not read. */
  unsupported?: RegExp;
  /** Returns why an existing file holds no cases; undefined for files that are not the system's. */
  refusalOf?(name: string): string | undefined;
  /** Returns whether a file holds cases; undefined for names that its case files do not have. */
  holdsCases?(name: string, readText: () => string): boolean | undefined;
  /** Returns whether a file that is named like a case file is data of the system. `file` has forward slashes. */
  isData?(file: string): boolean;
  /** The JSON Schema of its case files, for editors. */
  caseFileSchema?(): Promise<JsonObject>;
};
