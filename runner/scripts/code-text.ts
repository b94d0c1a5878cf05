import { codeCommentPattern } from './code-comments.ts';

/** A warning about a place in a user's function that probably checks nothing, with the line of that place. */
export type CodeWarning = { line: number; message: string };

/** Returns the position of the closing bracket for a bracket that was opened before `start`. */
export function findClosingBracket(code: string, start: number): number | undefined {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    const character = code.charAt(at);
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/**
 * The maximum number of characters of a block that are read. Longer blocks are judged by their beginning, so that
 * nested blocks do not take quadratic time.
 */
export const MAX_BLOCK_LENGTH = 4_000;

export function findClosingBracketInBlock(code: string, start: number): number | undefined {
  const end = findClosingBracket(code.slice(start, start + MAX_BLOCK_LENGTH), 0);
  return end === undefined ? undefined : start + end;
}

/** Replaces comments by blanks, so that positions in the code stay the same. */
export function blankOutComments(text: string): string {
  return text.replace(codeCommentPattern, (comment) => comment.replace(/[^\n]/g, ' '));
}

export function getLineNumberAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
