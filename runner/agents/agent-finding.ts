import path from 'node:path';
import { MissingVariableError } from '../models/missing-variable.ts';
import { BrokenFilesError, type FileProblem } from '../ports/index.ts';
import { toErrorMessage } from '../values/index.ts';

/** A problem in the files of an agent. Every kind except `doubt` keeps the agent from running. */
export type AgentFinding = FileProblem & { kind: 'mistake' | 'doubt' | 'missing part' | 'missing variable' };

const linePositionPattern = /^(\S+):(\d+):(\d+): (.*)$/s;

/**
 * Converts an error to findings at the positions in its message; if it contains none, at `location`. Relative paths are
 * resolved against `root`.
 */
export function toAgentFindingsOfError(
  error: unknown,
  location: Omit<FileProblem, 'message'>,
  root: string,
): AgentFinding[] {
  if (error instanceof BrokenFilesError) return error.problems.map((problem) => ({ kind: 'mistake', ...problem }));
  const kind = error instanceof MissingVariableError ? 'missing variable' : 'mistake';
  return splitIntoFindings(toErrorMessage(error)).map((line) =>
    parseFindingLine(line, { kind, ...location, message: '' }, root),
  );
}

/** Parses a line such as `file:line:column: message`. If it has no position, the position of `fallback` is used. */
export function parseFindingLine(text: string, fallback: AgentFinding, root: string): AgentFinding {
  const [, file, line, column, message = text] = linePositionPattern.exec(text) ?? [];
  if (file === undefined) return { ...fallback, message };
  return { ...fallback, file: path.resolve(root, file), line: Number(line), column: Number(column), message };
}

/** Splits a message into findings. A line that does not begin with a position belongs to the finding before it. */
export function splitIntoFindings(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split('\n')) {
    if (lines.length === 0 || linePositionPattern.test(line)) lines.push(line);
    else lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}
