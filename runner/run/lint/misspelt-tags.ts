import type { TestCase } from '../../contract/index.ts';
import { countCasesByTag, isMisspeltTag } from '../../engine/select-cases.ts';
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

function findMeantTag(tag: string, counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts.keys()].find((other) => isMisspeltTag(tag, { tag: other, counts }));
}
