import { parseSuiteKey } from '../fold/index.ts';
import { formatCountWithNoun } from '../format/index.ts';
import { isStandardOrDynamicCase, toCaseFileObject } from '../kinds/kinds.ts';
import type { PreparedRun } from './prepare.ts';
import { type OutputTarget, writeFileAtomically } from './report/output-target.ts';
import type { ReportOutputs } from './report/outputs.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Throws if a dry run is asked for a report: it has no results to report, and can only write case files. */
export function requireDryRunTargets(dryRun: boolean, { reports, folder }: ReportOutputs): void {
  const report = reports.find(({ format }) => format !== 'jsonl' && format !== 'json');
  const output = report?.file ?? folder;
  if (!dryRun || output === undefined) return;
  throw new UsageError(`--output ${output}: --dry-run writes cases; name a file that ends in .jsonl or .json`);
}

/** Prints the selected cases as JSON lines and, on request, writes them to case files. Runs nothing. */
export function printDryRun({ plan }: PreparedRun, targets: readonly OutputTarget[], terminal: Terminal): void {
  if (targets.length > 0) requireWritableCases(plan);
  const cases = plan.cases.map(({ case: testCase }) => JSON.stringify(toCaseFileObject(testCase)));
  const lines = cases.map((line) => `${line}\n`);
  for (const line of lines) terminal.stdout.write(line);
  for (const { file, format } of targets) {
    writeFileAtomically(file, format === 'jsonl' ? lines : [`[\n  ${cases.join(',\n  ')}\n]\n`]);
  }
  terminal.stderr.write(`turntree: ${formatCountWithNoun(cases.length, 'case')}, none was run\n`);
}

/**
 * Written cases must be runnable again. Cases from tables, scripts and YAML cannot be written as lines of a case file,
 * so they are rejected.
 */
function requireWritableCases({ cases }: PreparedRun['plan']): void {
  const other = cases.find(({ case: testCase }) => !isStandardOrDynamicCase(testCase));
  if (other === undefined) return;
  const { file } = parseSuiteKey(other.suiteKey);
  throw new UsageError(`--dry-run writes case files, and the cases of ${file} cannot be written to one`, [
    'Leave out --output to print the cases instead.',
  ]);
}
