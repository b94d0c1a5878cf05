import type { JsonObject } from '../values/index.ts';

/** How the files of another system are known, without reading them as it does. */
export type SystemFiles = {
  /** Files and folders that lie in the root of its workspaces. */
  marks?: readonly string[];
  isProject?(folder: string): boolean;
  /** Whether a file holds cases; undefined for names that its case files do not have. */
  holdsCases?(name: string, read: () => string): boolean | undefined;
  /** The JSON Schema of its case files, for editors. */
  caseFileSchema?(): Promise<JsonObject>;
};
