import type { Database } from '../db/index.ts';
import { toSqliteProblem } from '../db/sqlite-problem.ts';

const MAX_PROBLEMS = 20;

/** Returns the problems of a history file, page by page and index by index; an empty list if it is intact. */
export function checkHistory({ file, sqlite }: Database): string[] {
  try {
    const messages = sqlite.prepare<[], string>(`PRAGMA integrity_check(${MAX_PROBLEMS})`).pluck().all();
    return messages.filter((line) => line !== 'ok').flatMap((line) => line.split('\n'));
  } catch (error) {
    const problem = toSqliteProblem(error, file);
    if (problem === undefined) throw error;
    return [problem.message];
  }
}
