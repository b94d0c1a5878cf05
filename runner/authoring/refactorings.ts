import {
  findPropertiesByKey,
  getPropertyKey,
  getPropertyValue,
  type JsonNode,
  parseCaseTree,
} from '../inputs/json-tree.ts';
import type { DocumentCase, QuickFix } from './document.ts';
import { shiftEdits, type TextEdit } from './text-edit.ts';

/** Returns fixes that change the notation of a case without changing its meaning. */
export function listRefactorings(text: string, { from, to }: Pick<DocumentCase, 'from' | 'to'>): QuickFix[] {
  const source = text.slice(from, to);
  const root = parseCaseTree(source);
  if (root === undefined) return [];
  const refactorings = [
    { title: 'Write the case in one line', edits: createJoinLinesEdits(source) },
    { title: 'Use "assert" instead of its other names', edits: createRenameAliasEdits(root) },
  ];
  return refactorings
    .filter(({ edits }) => edits.length > 0)
    .map(({ title, edits }) => ({ title, edits: shiftEdits(edits, from) }));
}

/** Joins the lines of a case. Only white space around line breaks is removed; comments are moved above the case. */
function createJoinLinesEdits(source: string): TextEdit[] {
  if (!source.trimEnd().includes('\n')) return [];
  const lineEnd = source.includes('\r\n') ? '\r\n' : '\n';
  const comments: string[] = [];
  const edits: TextEdit[] = [];
  for (const { 0: lineBreak, index } of source
    .trimEnd()
    .matchAll(/(?<![^\S\n])[^\S\n]*\n(?:\s|\/\/[^\n]*(?:\n|$))*/g)) {
    comments.push(...(lineBreak.match(/\/\/.*/g) ?? []).map((comment) => comment.trimEnd()));
    const end = index + lineBreak.length;
    const isInside = '{['.includes(source.charAt(index - 1)) || '}]'.includes(source.charAt(end));
    edits.push({ from: index, to: end, insert: isInside ? '' : ' ' });
  }
  const commentAbove = comments.map((comment) => `${comment}${lineEnd}`).join('');
  return commentAbove === '' ? edits : [{ from: 0, to: 0, insert: commentAbove }, ...edits];
}

/**
 * Renames keys only at the top level of a case and of its checkpoints. At deeper levels, the same key may mean
 * something else.
 */
function createRenameAliasEdits(root: JsonNode): TextEdit[] {
  const checkpoints = getPropertyValue(findPropertiesByKey(root, 'checkpoints').at(-1));
  return [root, ...(checkpoints?.children ?? [])].flatMap((holder) => {
    const aliasedProperties = holder.type === 'object' ? findPropertiesByKey(holder, 'assert') : [];
    const [onlyAlias, ...others] = aliasedProperties;
    const key = onlyAlias?.children?.[0];
    if (
      onlyAlias === undefined ||
      key === undefined ||
      others.length > 0 ||
      !/^assertions?$/.test(getPropertyKey(onlyAlias))
    )
      return [];
    return [{ from: key.offset, to: key.offset + key.length, insert: '"assert"' }];
  });
}
