import type { ParsedCases } from './parse-cases.ts';

/** Case files of another system, known by their names. */
export type CaseFormat = {
  isNamed(file: string): boolean;
  /** The cases of a file, and everything that is wrong with it. */
  read(source: CaseSource): Promise<ParsedCases>;
};

export type CaseSource = {
  text: string;
  /** The file's name in messages. */
  file: string;
  path: string;
  /** The workspace's connectors, which may be used as judges. If missing, no model counts as unknown. */
  models?: readonly string[] | undefined;
  /** True if the user chose the agent: then the agent that the file is about does not matter. */
  agentGiven?: boolean | undefined;
};
