import type { TestCase } from '../../contract/index.ts';
import { isStandardOrDynamicCase } from '../../kinds/kinds.ts';
import type { LintFinding } from './lint-finding.ts';

/** Finds cases with the same input and the same checks as an earlier case. Most of them are unintended copies. */
export function createEqualCaseFinder(): (
  suite: { file: string; agentId: string | undefined },
  cases: readonly TestCase[],
) => LintFinding[] {
  const casesByContent = new Map<string, { id: string; file: string; line: number }>();
  return ({ file, agentId }, cases) =>
    cases.flatMap((testCase): LintFinding[] => {
      if (!isStandardOrDynamicCase(testCase) || testCase.skip !== undefined) return [];
      const { id, line = 1, hash: _, name: __, tags: ___, ...content } = testCase;
      const key = JSON.stringify([agentId, content]);
      const earlier = casesByContent.get(key);
      if (earlier === undefined) {
        casesByContent.set(key, { id, file, line });
        return [];
      }
      const location = earlier.file === file ? `line ${earlier.line}` : `${earlier.file}:${earlier.line}`;
      const message = `case ${JSON.stringify(id)} has the input and the checks of ${JSON.stringify(earlier.id)} in ${location}; change one, or repeat a case with --runs`;
      return [{ severity: 'warning', file, line, column: 1, message }];
    });
}
