import type { ProblemItem } from '../inputs/source-items.ts';
import type { QuickFix } from './document.ts';

/** A place that holds no readable object; `text` is its entry's, which begins at `offset` of the whole text. */
export type FoundInText = { item: ProblemItem; text: string; offset: number };

/** What mends text that cannot be read, where that is sure; places count from the start of its entry. */
export function fixesOfProblem({ item, text, offset }: FoundInText): QuickFix[] {
  const at = item.offset - offset;
  if (item.about !== 'foreign' || text[at] !== '#') return [];
  return [{ title: 'Make it a // comment', edits: [{ from: at, to: at + 1, insert: '//' }] }];
}
