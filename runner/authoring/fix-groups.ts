import type { DocumentProblem } from './document.ts';
import type { TextEdit } from './text-edit.ts';

export type FixGroup = { group: string; count: number; edits: TextEdit[] };

/** Groups fixes that can safely be applied together, if there are several of the same kind. */
export function groupFixes(problems: readonly DocumentProblem[]): FixGroup[] {
  const groups = new Map<string, FixGroup>();
  for (const { fixes } of problems) {
    for (const { group, edits } of fixes) {
      if (group === undefined) continue;
      const fixGroup = groups.get(group) ?? { group, count: 0, edits: [] };
      fixGroup.edits.push(...edits);
      fixGroup.count += 1;
      groups.set(group, fixGroup);
    }
  }
  return [...groups.values()]
    .filter(({ count }) => count > 1)
    .map((fixGroup) => ({ ...fixGroup, edits: omitOverlappingEdits(fixGroup.edits) }));
}

/** If the fixes of two problems overlap, the second fix is left for a later round. */
function omitOverlappingEdits(edits: readonly TextEdit[]): TextEdit[] {
  let lastEnd = -1;
  return edits
    .toSorted((left, right) => left.from - right.from || left.to - right.to)
    .filter(({ from, to }) => {
      if (from < lastEnd || (from === lastEnd && from === to)) return false;
      lastEnd = to;
      return true;
    });
}
