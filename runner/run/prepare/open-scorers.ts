import type { TestCase } from '../../contract/index.ts';
import { isScored } from '../../fold/index.ts';
import type { WorkspaceScorers } from '../../scorers/create-scorer-host.ts';
import { errorText } from '../../values/index.ts';
import type { LoadedSuites } from '../load.ts';
import { UsageError } from '../usage-error.ts';

/** Finds the scorers of all rows; rows of a type that has several get them all. Throws with every type that has none. */
export async function openScorers(
  suites: LoadedSuites['suites'],
  scorers: WorkspaceScorers,
  signal: AbortSignal,
): Promise<LoadedSuites['suites']> {
  const problems = new Set<string>();
  const opened: LoadedSuites['suites'] = [];
  for (const suite of suites) {
    const names = new Map<string, string[]>();
    for (const type of new Set(suite.cases.filter(isScored).flatMap((row) => row.scorers))) {
      try {
        names.set(type, await scorers.open({ type, folder: suite.baseDir }, signal));
      } catch (error) {
        signal.throwIfAborted();
        problems.add(errorText(error));
      }
    }
    opened.push(names.size === 0 ? suite : { ...suite, cases: suite.cases.map((row) => withScorers(row, names)) });
  }
  if (problems.size > 0) throw new UsageError('the run cannot start', [...problems]);
  return opened;
}

function withScorers(testCase: TestCase, names: ReadonlyMap<string, string[]>): TestCase {
  if (!isScored(testCase)) return testCase;
  const [type = '', ...others] = testCase.scorers;
  const only = others.length === 0 ? names.get(type) : undefined;
  return { ...testCase, scorers: only ?? testCase.scorers.flatMap((scorer) => names.get(scorer) ?? []) };
}
