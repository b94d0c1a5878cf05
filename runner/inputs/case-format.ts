import type { ParsedCases } from './parse-cases.ts';

/** Case files of another system, known by their names. */
export type CaseFormat = {
  isNamed(file: string): boolean;
  /** The cases of a file, and everything that is wrong with it. */
  read(source: CaseSource): Promise<ParsedCases>;
};

export type CaseSource = {
  text: string;
  /** What messages call the file. */
  file: string;
  /** Its absolute path. */
  path: string;
  /** Further judges: the connectors of the workspace. Without them, no model counts as unknown. */
  models?: readonly string[] | undefined;
  /** Another agent is tested: it does not matter which one the file is about. */
  agentGiven?: boolean | undefined;
};
