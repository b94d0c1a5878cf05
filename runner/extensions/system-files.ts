import type { JsonObject } from '../values/index.ts';

/** How the files of another system are known, without reading them as it does. */
export type SystemFiles = {
  /** Files and folders that lie in the root of its workspaces. */
  marks?: readonly string[];
  isProject?(folder: string): boolean;
  /** The names that its case files have. */
  caseFiles?: RegExp;
  /** The same behind "case files end": `in .test.yml`. */
  caseFileWords?: string;
  /** Files of its own that are not read. */
  unsupported?: RegExp;
  /** Why a file that is there holds no cases; undefined for files that it knows nothing of. */
  refusalOf?(name: string): string | undefined;
  /** Whether a file holds cases; undefined for names that its case files do not have. */
  holdsCases?(name: string, readText: () => string): boolean | undefined;
  /** Whether a file whose name case files have is data of its own. `file` has forward slashes. */
  isData?(file: string): boolean;
  /** The JSON Schema of its case files, for editors. */
  caseFileSchema?(): Promise<JsonObject>;
};
