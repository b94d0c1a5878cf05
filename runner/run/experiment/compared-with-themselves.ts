import type { TestCase } from '../../contract/index.ts';
import { isScored, parseSuiteKey } from '../../fold/index.ts';
import type { WorkspaceScorers } from '../../scorers/create-scorer-host.ts';

type ExperimentTable = { suite: { key: string }; baseDir: string; cases: readonly TestCase[] };

/**
 * Finds rows whose output equals their expected value and whose scorer would compare the two: they could never score
 * low.
 */
export function comparedWithThemselves(
  { suite, baseDir, cases }: ExperimentTable,
  { comparing }: Pick<WorkspaceScorers, 'comparing'>,
): string[] {
  return cases.flatMap((row) => {
    if (!isScored(row) || !row.direct || (row.groundTruth ?? '') !== '') return [];
    const scorer = row.scorers.flatMap((type) => comparing({ type, folder: baseDir }))[0];
    if (scorer === undefined) return [];
    const place = `${parseSuiteKey(suite.key).file}:${row.line ?? 1}`;
    return `${place}: "${scorer}" would compare the expected_output of "${row.id}" with itself; give the row a ground_truth, or ask an agent with -n`;
  });
}
