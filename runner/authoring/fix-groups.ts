import type { DocumentProblem } from './document.ts';
import type { TextEdit } from './text-edit.ts';

export type FixGroup = { group: string; count: number; edits: TextEdit[] };

/** Returns the fixes that can safely be applied together, for each kind that occurs more than once. */
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

/** Leaves out fixes that overlap an earlier fix. They can be applied afterwards. */
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
