import type { ProblemItem } from '../inputs/source-items.ts';
import type { QuickFix } from './document.ts';
import { listSyntaxFixes } from './list-syntax-fixes.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * A problem with text that is not part of a valid object. `text` is the text of the entry, which begins at `offset` in
 * the whole text.
 */
export type ProblemInText = { item: ProblemItem; text: string; offset: number };

/** Returns the safe fixes for text that cannot be parsed. Positions are relative to the start of the entry. */
export function listProblemFixes({ item, text, offset }: ProblemInText): QuickFix[] {
  const at = item.offset - offset;
  switch (item.about) {
    case 'foreign':
      return createCommentOutFixes(text, at, item.end - offset);
    case 'rest':
      return listTrailingTextFixes(text, at);
    case 'object':
      return listSyntaxFixes(text, item.start - offset, at);
    default:
      item.about satisfies never;
      return [];
  }
}

/**
 * Turns every line of a text into a comment. A # at the start of a line is replaced, because it was meant to mark a
 * comment.
 */
function createCommentOutFixes(text: string, from: number, to: number): QuickFix[] {
  if (text[from] === '[' || text[from] === '"') return [];
  const edits: TextEdit[] = [];
  for (const { 0: blanks, index } of text.slice(from, to).matchAll(/^[^\S\n\r\u2028\u2029]*(?=\S)/gm)) {
    const start = from + index + blanks.length;
    const isMarked = text[start] === '#';
    edits.push({ from: start, to: isMarked ? start + 1 : start, insert: isMarked ? '//' : '// ' });
  }
  const title = edits.length > 1 ? 'Make them // comments' : 'Make it a // comment';
  return [{ title, edits, ...(text[from] === '#' ? { group: 'Turn # lines into comments' } : {}) }];
}

/** Returns fixes for text after an object; `at` is where that text begins. */
function listTrailingTextFixes(text: string, at: number): QuickFix[] {
  const endOfCase = text.slice(0, at).trimEnd().length;
  if (text[at] === '{') {
    const edits = [{ from: endOfCase, to: at, insert: '\n' }];
    return [{ title: 'Put it on a line of its own', edits, group: 'Put cases on lines of their own' }];
  }
  const trailingText = /[^\r\n]*/.exec(text.slice(at))?.[0].trimEnd() ?? '';
  const end = at + trailingText.length;
  if (trailingText.startsWith('//')) {
    const start = text.length - text.trimStart().length;
    const indentation = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const insertAbove = { from: start, to: start, insert: `${trailingText}\n${indentation}` };
    const edits = [insertAbove, { from: endOfCase, to: end, insert: '' }];
    return [{ title: 'Put the comment above', edits, group: 'Put comments on lines of their own' }];
  }
  if (!/^[,;]+$/.test(trailingText)) return [];
  const edits = [{ from: endOfCase, to: end, insert: '' }];
  return [{ title: `Remove ${JSON.stringify(trailingText)}`, edits, group: 'Remove commas after cases' }];
}
