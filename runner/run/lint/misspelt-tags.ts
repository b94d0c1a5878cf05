import type { TestCase } from '../../contract/index.ts';
import { isMisspeltTag } from '../../engine/select-cases.ts';
import type { LintFinding } from './lint-finding.ts';

/** Collects the cases of all files, and finds tags that are probably misspellings of tags that more cases have. */
export function createMisspeltTagFinder(): {
  addCases(file: string, cases: readonly TestCase[]): void;
  findMisspeltTags(): LintFinding[];
} {
  const places: { file: string; line: number; tag: string }[] = [];
  const counts = new Map<string, number>();
  return {
    addCases(file, cases) {
      for (const { tags = [], line = 1 } of cases) {
        for (const tag of new Set(tags)) {
          places.push({ file, line, tag });
          counts.set(tag, (counts.get(tag) ?? 0) + 1);
        }
      }
    },
    findMisspeltTags() {
      const meantTags = new Map([...counts.keys()].map((tag) => [tag, findMeantTag(tag, counts)]));
      return places.flatMap(({ file, line, tag }): LintFinding[] => {
        const suggestion = meantTags.get(tag);
        if (suggestion === undefined) return [];
        const message = `--tag ${suggestion} leaves out this case, which has the tag ${JSON.stringify(tag)}`;
        return [{ severity: 'warning', file, line, column: 1, message, suggestion }];
      });
    },
  };
}

function findMeantTag(tag: string, counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts.keys()].find((other) => isMisspeltTag(tag, { tag: other, counts }));
}
