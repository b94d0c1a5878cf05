import { AgentError } from './agent.ts';

/** A mistake in a file of the workspace. `file` is absolute; `line` and `column` count from 1. */
export type FileProblem = {
  file: string;
  line: number;
  column: number;
  message: string;
  suggestion?: string | undefined;
};

/** Thrown if broken files prevent an agent from being called; lists everything wrong with them. */
export class BrokenFilesError extends AgentError {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[], options?: ErrorOptions) {
    super(problems.map(formatFileProblem).join('\n'), 'configuration', options);
    this.name = 'BrokenFilesError';
    this.problems = problems;
  }
}

function formatFileProblem({ file, line, column, message, suggestion }: FileProblem): string {
  const hint = suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`;
  return `${file}:${line}:${column}: ${message}${hint}`;
}
