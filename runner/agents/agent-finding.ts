import path from 'node:path';
import { MissingVariable } from '../models/missing-variable.ts';
import { BrokenFiles, type FileProblem } from '../ports/index.ts';
import { errorText } from '../values/index.ts';

/**
 * Something about the files of an agent. A mistake keeps it from being asked; so do a part that it declares and that is not
 * here, and a variable that is not set. A doubt does not.
 */
export type AgentFinding = FileProblem & { kind: 'mistake' | 'doubt' | 'missing part' | 'missing variable' };

const placed = /^(\S+):(\d+):(\d+): (.*)$/s;

/** An error as findings: at the places that it names, otherwise at `place`. Relative paths are those of the workspace. */
export function findingsOfError(error: unknown, place: Omit<FileProblem, 'message'>, root: string): AgentFinding[] {
  if (error instanceof BrokenFiles) return error.problems.map((problem) => ({ kind: 'mistake', ...problem }));
  const kind = error instanceof MissingVariable ? 'missing variable' : 'mistake';
  return placedLines(errorText(error)).map((line) => findingOfLine(line, { kind, ...place, message: '' }, root));
}

/** `file:line:column: message` as a finding; a line without a place is about that of `otherwise`. */
export function findingOfLine(text: string, otherwise: AgentFinding, root: string): AgentFinding {
  const [, file, line, column, message = text] = placed.exec(text) ?? [];
  if (file === undefined) return { ...otherwise, message };
  return { ...otherwise, file: path.resolve(root, file), line: Number(line), column: Number(column), message };
}

/** The lines of a message; those that say no place go on with the one before. */
export function placedLines(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split('\n')) {
    if (lines.length === 0 || placed.test(line)) lines.push(line);
    else lines.push(`${lines.pop()}\n${line}`);
  }
  return lines;
}
