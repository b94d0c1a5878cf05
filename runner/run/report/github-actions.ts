import { appendFileSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RunState } from '../../fold/index.ts';
import { createFailureAnnotations } from '../../reporters/github/failure-annotations.ts';
import { joinJobSummary } from '../../reporters/github/job-summary.ts';
import { replaceCommandPrefix } from '../../reporters/github/workflow-command.ts';
import { formatMarkdownReport } from '../../reporters/markdown/markdown-report.ts';
import type { ResultReader } from '../../reporters/reported-cases.ts';
import { toRelativePath } from '../../scripts/relative-path.ts';
import { toErrorMessage } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';

/** The size limit of one job summary. */
const SUMMARY_BYTES = 1024 * 1024;

export type GitHubReport = { state: RunState; resultsOf: ResultReader; root: string };

/**
 * In GitHub Actions, annotates failures and adds the report to the job summary; elsewhere does nothing. Writes
 * annotations to standard error, which GitHub also reads, so that standard output stays machine-readable. Returns the
 * problems.
 */
export function reportToGitHub(report: GitHubReport, { variables, stderr, cwd }: Terminal): string[] {
  if (variables.GITHUB_ACTIONS !== 'true') return [];
  const { state, resultsOf, root } = report;
  const checkout = variables.GITHUB_WORKSPACE ?? cwd;
  const findCheckoutPath = (suiteKey: string): string | undefined => {
    const file = path.join(root, suiteKey);
    return existsSync(file) ? toRelativePath(checkout, file) : undefined;
  };
  for (const line of createFailureAnnotations({ state, resultsOf, fileOf: findCheckoutPath }))
    stderr.write(`${replaceCommandPrefix(line)}\n`);
  return appendJobSummary(report, variables.GITHUB_STEP_SUMMARY);
}

function appendJobSummary({ state, resultsOf }: GitHubReport, file: string | undefined): string[] {
  if (file === undefined || file === '') return [];
  try {
    const usedBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    appendFileSync(file, joinJobSummary(formatMarkdownReport(state, resultsOf), SUMMARY_BYTES - usedBytes));
    return [];
  } catch (error) {
    return [`the job summary ${file}: ${toErrorMessage(error)}`];
  }
}
