import type { TestCase } from '../../contract/index.ts';
import { countCasesByTag, isMisspeltTag } from '../../engine/select-cases.ts';
import { isOneTypoAway } from '../../values/index.ts';
import type { LintFinding } from './lint-finding.ts';

/** Collects the cases of all files, and finds tags that are probably misspellings of tags that more cases have. */
export function createMisspeltTagFinder(): {
  addCases(file: string, cases: readonly TestCase[]): void;
  findMisspeltTags(): LintFinding[];
} {
  const files: { file: string; cases: readonly TestCase[] }[] = [];
  return {
    addCases: (file, cases) => void files.push({ file, cases }),
    findMisspeltTags() {
      const counts = countCasesByTag(files.flatMap(({ cases }) => cases));
      const meantTags = new Map([...counts.keys()].map((tag) => [tag, findMeantTag(tag, counts)]));
      return files.flatMap(({ file, cases }) =>
        cases.flatMap(({ tags = [], line = 1 }) =>
          [...new Set(tags)].flatMap((tag): LintFinding[] => {
            const suggestion = meantTags.get(tag);
            if (suggestion === undefined) return [];
            const message = `--tag ${suggestion} leaves out this case, which has the tag ${JSON.stringify(tag)}`;
            return [{ severity: 'warning', file, line, column: 1, message, suggestion }];
          }),
        ),
      );
    },
  };
}

/**
 * Returns the tag that the author probably meant. If two similar tags occur in equally many cases, the later one counts
 * as misspelt, but only if it has the same letters in another order.
 */
function findMeantTag(tag: string, counts: ReadonlyMap<string, number>): string | undefined {
  const tags = [...counts.keys()];
  const earlier = tags.slice(0, tags.indexOf(tag));
  return (
    tags.find((other) => isMisspeltTag(tag, { tag: other, counts })) ??
    earlier.find((other) => counts.get(other) === counts.get(tag) && isSwapped(tag, other))
  );
}

function isSwapped(tag: string, other: string): boolean {
  const letters = (word: string): string => [...word.toLowerCase()].toSorted().join('');
  return tag.length > 4 && isOneTypoAway(tag, other) && letters(tag) === letters(other);
}
