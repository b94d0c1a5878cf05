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
  /** The workspace's connectors, which the file's judges may use. If missing, every connector name is accepted. */
  models?: readonly string[] | undefined;
  /** True if the user chose the agent. Then the agent that the file names is ignored. */
  agentGiven?: boolean | undefined;
};
