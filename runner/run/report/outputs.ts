import path from 'node:path';
import type { PlannedCase } from '../../contract/index.ts';
import { isJudgedByScores } from '../../fold/index.ts';
import { isTableFile } from '../../inputs/experiments/read-experiments.ts';
import type { LocatedRun } from '../locate.ts';
import type { PreparedRun } from '../prepare.ts';
import { UsageError } from '../usage-error.ts';
import { chooseDefaultOutput, isFolder, type OutputTarget, parseOutputTarget } from './output-target.ts';

/** Where a run's reports are written, and the folder for the result files of its experiments. */
export type ReportOutputs = { reports: OutputTarget[]; folder: string | undefined };

/**
 * Adds default outputs. Results of experiments are always saved; if `--output` names no folder, into the workspace.
 * Results of other cases are written as JSON lines next to their case files, unless `--output` is given or the result
 * goes to standard output.
 */
export function resolveReportTargets(
  { options, source, plan, root }: PreparedRun,
  { reports, folder }: ReportOutputs,
): ReportOutputs {
  if (options.output === false || source.kind !== 'files') return { reports, folder };
  const isExperimentCase = ({ case: testCase }: PlannedCase): boolean => isJudgedByScores(testCase);
  const isOnStdout = options.json === true || options.format === 'json';
  const isAsked = reports.length > 0 || folder !== undefined || isOnStdout;
  return {
    reports: isAsked || plan.cases.every(isExperimentCase) ? reports : [chooseDefaultOutput(source.folder, new Date())],
    folder: folder ?? (plan.cases.some(isExperimentCase) ? path.join(root, 'test-results') : undefined),
  };
}

/** Parses every `--output`. Throws for an unsupported file type, and for a folder if no table is run. */
export function parseReportOutputs({ options, source }: LocatedRun, cwd: string): ReportOutputs {
  const explicitOutputs = options.output === false ? [] : (options.output ?? []);
  const outputs = options.outputJson === true ? [...explicitOutputs, getResultsFile(source, cwd)] : explicitOutputs;
  const folders = outputs.filter((output) => isFolder(output, cwd));
  const reports = outputs.filter((output) => !folders.includes(output)).map((file) => parseOutputTarget(file, cwd));
  const [folder, other] = folders;
  if (folder === undefined) return { reports, folder };
  if (other !== undefined) throw new UsageError(`--output: results go into one folder, not ${folders.join(' and ')}`);
  if (source.kind === 'files' && source.files.some(isTableFile)) return { reports, folder: path.resolve(cwd, folder) };
  throw new UsageError(`--output ${folder} is a folder; only the results of tables (.csv) go into one`, [
    'Name a file that ends in .jsonl, .json, .md, .html or .xml.',
  ]);
}

/**
 * Returns the default result file: `sales.agent.test.results.json` next to `sales.agent.test.yml`; for any other input,
 * a file in the current folder.
 */
function getResultsFile(source: LocatedRun['source'], cwd: string): string {
  const [file, other] = source.kind === 'files' ? source.files : [];
  if (file === undefined || other !== undefined) return 'test-results.json';
  return path.relative(cwd, file.replace(/\.[^./\\]+$/, '.results.json'));
}
