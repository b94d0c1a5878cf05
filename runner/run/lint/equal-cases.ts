import type { TestCase } from '../../contract/index.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import { listLongWords } from '../../values/index.ts';
import type { LintFinding } from './lint-finding.ts';

/**
 * Finds cases that were probably copied from an earlier case and then not changed enough: they have the same input and
 * the same checks, or the input fits only the id of the earlier case.
 */
export function createEqualCaseFinder(): (
  suite: { file: string; agentId: string | undefined },
  cases: readonly TestCase[],
) => LintFinding[] {
  const casesByContent = new Map<string, LocatedCase>();
  const casesByInput = new Map<string, LocatedCase>();
  return ({ file, agentId }, cases) =>
    cases.flatMap((testCase): LintFinding[] => {
      if (!isStandardOrDynamicCase(testCase) || testCase.skip !== undefined) return [];
      const { id, line = 1, hash: _, name: __, tags: ___, ...content } = testCase;
      const location = { id, file, line };
      const input = JSON.stringify([agentId, { ...content, assertions: undefined }]);
      const equal = findOrAdd(casesByContent, `${input} ${JSON.stringify(content.assertions)}`, location);
      const similar = findOrAdd(casesByInput, input, location);
      const message =
        equal === undefined
          ? similar && describeInputOfOther(input, { id, other: similar, file })
          : `case ${JSON.stringify(id)} has the input and the checks of ${describeCase(equal, file)}; change one, or repeat a case with --runs`;
      return message === undefined ? [] : [{ severity: 'warning', file, line, column: 1, message }];
    });
}

type LocatedCase = { id: string; file: string; line: number };

/** Returns the case that already has this key. If there is none, the new case is added. */
function findOrAdd(cases: Map<string, LocatedCase>, key: string, added: LocatedCase): LocatedCase | undefined {
  const earlier = cases.get(key);
  if (earlier === undefined) cases.set(key, added);
  return earlier;
}

function describeCase(located: LocatedCase, file: string): string {
  const location = located.file === file ? `line ${located.line}` : `${located.file}:${located.line}`;
  return `${JSON.stringify(located.id)} in ${location}`;
}

/** Describes an input with all words that only one of the two ids has, and none of those that only the other has. */
function describeInputOfOther(
  input: string,
  { id, other, file }: { id: string; other: LocatedCase; file: string },
): string | undefined {
  const text = input.toLowerCase();
  const [ownWords, otherWords] = [listLongWords(id), listLongWords(other.id)];
  const onlyOwn = ownWords.filter((word) => !otherWords.includes(word));
  const onlyOther = otherWords.filter((word) => !ownWords.includes(word));
  if (onlyOwn.length === 0 || onlyOther.length === 0) return undefined;
  const isOnlyAbout = (words: string[], others: string[]) =>
    words.every((word) => text.includes(word)) && !others.some((word) => text.includes(word));
  const isForOther = isOnlyAbout(onlyOther, onlyOwn);
  if (!isForOther && !isOnlyAbout(onlyOwn, onlyOther)) return undefined;
  if (!isForOther)
    return `case ${describeCase(other, file)} has the input of ${JSON.stringify(id)}, which names the other id and not its own; change the input or the id`;
  return `case ${JSON.stringify(id)} has the input of ${describeCase(other, file)}, which names the other id and not its own; change the input or the id`;
}
