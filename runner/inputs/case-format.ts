import type { ParsedCases } from './parse-cases.ts';

/** A case file format of another agent system. Its files are recognized by their names. */
export type CaseFormat = {
  isNamed(file: string): boolean;
  /** Returns the cases in a file, and all problems of the file. */
  read(source: CaseSource): Promise<ParsedCases>;
};

export type CaseSource = {
  text: string;
  /** The file's name in messages. */
  file: string;
  path: string;
  /** The workspace's connectors, which may be used as judges. If missing, no model counts as unknown. */
  models?: readonly string[] | undefined;
  /** True if the user chose the agent. Then the agent that the file names is ignored. */
  agentGiven?: boolean | undefined;
};
