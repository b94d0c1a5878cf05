import type { CaseKind } from '../contract/index.ts';
import { InputError } from '../inputs/problem.ts';
import { resolveCaseFilePath } from './case-files.ts';
import { loadCaseFile } from './workspace-readers.ts';

export type ListedCase = {
  id: string;
  line: number;
  kind: CaseKind;
  name?: string;
  tags: readonly string[];
  skip: boolean;
};
export type ListedProblem = Omit<InputError['problems'][number], 'file'> & { severity: 'error' | 'warning' };

/**
 * The contents of a case file of any kind, and the problems that prevent a run. `turntree lint` reads the file in the
 * same way.
 */
export type ListedCaseFile = { cases: ListedCase[]; problems: ListedProblem[] };

/** Checks a table, a list or a file of another system, which the browser cannot do. */
export async function checkCaseFile(workspace: string, suiteKey: string): Promise<ListedCaseFile> {
  const file = resolveCaseFilePath(workspace, suiteKey);
  try {
    const { cases, warnings } = await loadCaseFile(file, suiteKey, workspace);
    const listedCases = cases.map(({ id, line = 1, kind, name, tags = [], ...otherFields }) => {
      const skip = 'skip' in otherFields && otherFields.skip === true;
      return { id, line, kind, tags, skip, name };
    });
    return { cases: listedCases, problems: warnings.map((warning) => ({ severity: 'warning', ...warning })) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { cases: [], problems: error.problems.map((problem) => ({ severity: 'error', ...problem })) };
  }
}
