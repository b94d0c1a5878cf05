import path from 'node:path';
import { MissingVariableError } from '../models/missing-variable.ts';
import { BrokenFilesError, type FileProblem } from '../ports/index.ts';
import { toErrorMessage } from '../values/index.ts';

/**
 * A finding about the files of an agent. A mistake, a missing part or a missing variable prevents the agent from
 * running; a doubt does not.
 */
export type AgentFinding = FileProblem & { kind: 'mistake' | 'doubt' | 'missing part' | 'missing variable' };

const linePositionPattern = /^(\S+):(\d+):(\d+): (.*)$/s;

/**
 * Converts an error to findings, at the positions in its text, or at `location` when its text has none. Relative paths
 * are resolved against `root`.
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

/** Parses lines such as `file:line:column: message`. A line without a position gets the position `fallback`. */
export function parseFindingLine(text: string, fallback: AgentFinding, root: string): AgentFinding {
  const [, file, line, column, message = text] = linePositionPattern.exec(text) ?? [];
  if (file === undefined) return { ...fallback, message };
  return { ...fallback, file: path.resolve(root, file), line: Number(line), column: Number(column), message };
}

/** Splits a message into findings: a line without a position continues the previous one. */
export function splitIntoFindings(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split('\n')) {
    if (lines.length === 0 || linePositionPattern.test(line)) lines.push(line);
    else lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}
