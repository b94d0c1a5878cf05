import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  formatMissingRunComment,
  formatPullRequestComment,
  type LinkInComment,
} from '../reporters/github/pull-request-comment.ts';
import { type Annotation, formatWorkflowCommand } from '../reporters/github/workflow-command.ts';
import { parseReport } from '../reporters/read/read-report.ts';
import { toErrorMessage } from '../values/index.ts';
import { compareRuns } from '../verdict/index.ts';
import { ActionError, type ActionHost, requireVariable } from './action-host.ts';
import { downloadReportFile, uploadFolder } from './artifacts.ts';
import { type CommentDestination, findCommentDestination, refuseUnsafeEvent } from './comment-destination.ts';
import { createGitHubApi, type GitHubApi, isAccessDenied } from './github-api.ts';
import { installTurntree } from './install-turntree.ts';
import { type PostedComment, postComment } from './post-comment.ts';
import { type ActionInputs, parseInputs } from './read-inputs.ts';
import { runProgram, withoutActionSecrets } from './run-program.ts';

const JSON_REPORT_FILE = 'report.json';
const reportFiles = [JSON_REPORT_FILE, 'report.html', 'report.md', 'junit.xml'];

/**
 * Runs the action's step: installs turntree, runs the tests, uploads the reports and informs the reviewers. Returns the
 * exit code.
 */
export async function runAction(host: ActionHost): Promise<number> {
  try {
    return await runStep(host);
  } catch (error) {
    logAnnotation(
      host,
      'error',
      error instanceof ActionError ? error.message : ((error as Error).stack ?? String(error)),
    );
    return 1;
  }
}

async function runStep(host: ActionHost): Promise<number> {
  refuseUnsafeEvent(host);
  const inputs = parseInputs(host);
  const destination = findCommentDestination(host, inputs);
  const checkout = requireVariable(host, 'GITHUB_WORKSPACE');
  const folder = path.resolve(checkout, inputs.folder);
  if (!existsSync(folder)) throw new ActionError(`working-directory: ${inputs.folder} does not exist in the checkout`);
  const environment = withoutActionSecrets(host.variables);
  const program = await installTurntree({ folder, checkout, version: inputs.version, environment }, host);
  const reportFolder = path.join(folder, inputs.name);
  rmSync(reportFolder, { recursive: true, force: true });
  mkdirSync(reportFolder, { recursive: true });
  const outputs = reportFiles.flatMap((file) => ['-o', path.join(inputs.name, file)]);
  const programResult = await runProgram(
    { program: process.execPath, args: [program, 'test', ...inputs.args, ...outputs], cwd: folder, environment },
    host,
  );
  const artifact = await uploadReports(reportFolder, inputs.name, host);
  await postForReviewers({ ...programResult, folder, reportFolder, artifact, inputs, place: destination }, host);
  setOutputs(host, { 'exit-code': String(programResult.exitCode), report: reportFolder });
  return programResult.exitCode;
}

async function uploadReports(folder: string, name: string, host: ActionHost): Promise<string | undefined> {
  try {
    return await uploadFolder(folder, name, host);
  } catch (error) {
    logAnnotation(host, 'warning', `The reports are not uploaded: ${toErrorMessage(error)}`);
    return undefined;
  }
}

type FinishedStep = {
  exitCode: number;
  lastOutput: string;
  folder: string;
  reportFolder: string;
  artifact: string | undefined;
  inputs: ActionInputs;
  place: CommentDestination;
};

/** If the comment cannot be written, the result of the step stays the same. */
async function postForReviewers(step: FinishedStep, host: ActionHost): Promise<void> {
  const { place, inputs } = step;
  if (place.kind === 'nowhere') return;
  const api = createGitHubApi({ url: requireVariable(host, 'GITHUB_API_URL'), token: inputs.token });
  const text = await buildCommentText(step, place.branch, { api, host });
  if (place.kind === 'summary') {
    logAnnotation(host, 'notice', place.why);
    addToSummary(host, `${place.why}\n\n${text}`);
    return;
  }
  try {
    const repository = requireVariable(host, 'GITHUB_REPOSITORY');
    const id = Number(requireVariable(host, 'GITHUB_RUN_ID'));
    const run = { id, attempt: Number(host.variables.GITHUB_RUN_ATTEMPT ?? 1) };
    const request = { repository, pullRequest: place.number, key: inputs.name, run, text };
    host.log(describePostedComment(await postComment(api, request), place.number));
  } catch (error) {
    const problem = `The comment is not written: ${describeCommentError(error)}. The result is in the job summary.`;
    logAnnotation(host, 'warning', problem);
    addToSummary(host, `${problem}\n\n${text}`);
  }
}

function describePostedComment(postedComment: PostedComment, pullRequest: number): string {
  switch (postedComment.kind) {
    case 'created':
      return `Wrote a comment on pull request ${pullRequest}.`;
    case 'edited':
      return `Edited the comment on pull request ${pullRequest}.`;
    case 'created anew':
      return `Wrote a new comment on pull request ${pullRequest}: the earlier one was deleted.`;
    case 'outdated':
      return `Left the comment on pull request ${pullRequest} alone: a later run has written it.`;
    default:
      return postedComment satisfies never;
  }
}

function describeCommentError(error: unknown): string {
  if (isAccessDenied(error)) {
    return `the token may not comment (${error.status}); give the job "permissions: pull-requests: write"`;
  }
  return toErrorMessage(error);
}

type GitHubAccess = { api: GitHubApi; host: ActionHost };

async function buildCommentText(step: FinishedStep, branch: string, access: GitHubAccess): Promise<string> {
  const { reportFolder, exitCode, lastOutput } = step;
  const links = listStepLinks(step, access.host);
  const file = path.join(reportFolder, JSON_REPORT_FILE);
  if (!existsSync(file)) return formatMissingRunComment(exitCode, lastOutput, links);
  const { state, resultsOf } = parseReport(readFileSync(file, 'utf8'));
  const earlier = await readBaseline(step, branch, access);
  const comparedBranch = earlier && { comparison: compareRuns(earlier.state, state), branch };
  return formatPullRequestComment({ state, resultsOf, compared: comparedBranch, links, site: step.inputs.site });
}

async function readBaseline({ inputs, folder }: FinishedStep, branch: string, { api, host }: GitHubAccess) {
  const { baseline, name, token } = inputs;
  if (baseline === 'none') return undefined;
  try {
    if (baseline !== 'auto') return parseReport(readFileSync(path.resolve(folder, baseline), 'utf8'));
    const repository = requireVariable(host, 'GITHUB_REPOSITORY');
    const text = await downloadReportFile(api, { repository, branch, name, file: JSON_REPORT_FILE, token });
    if (text !== undefined) return parseReport(text);
    host.log(`No run of ${branch} has uploaded "${name}" yet, so there is nothing to compare with.`);
  } catch (error) {
    const words = isAccessDenied(error)
      ? `give the job "permissions: actions: read" (${error.status})`
      : toErrorMessage(error);
    logAnnotation(host, 'warning', `Nothing to compare with: ${words}`);
  }
  return undefined;
}

function listStepLinks({ artifact }: FinishedStep, host: ActionHost): LinkInComment[] {
  const repository = requireVariable(host, 'GITHUB_REPOSITORY');
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_RUN_ID: run = '' } = host.variables;
  const url = `${server}/${repository}/actions/runs/${run}`;
  return [
    { text: 'Run', url },
    ...(artifact === undefined ? [] : [{ text: 'Report', url: `${url}/artifacts/${artifact}` }]),
  ];
}

function addToSummary({ variables }: ActionHost, text: string): void {
  const file = variables.GITHUB_STEP_SUMMARY;
  if (file !== undefined && file !== '') appendFileSync(file, `${text}\n`);
}

function setOutputs({ variables }: ActionHost, outputs: Record<string, string>): void {
  const file = variables.GITHUB_OUTPUT;
  if (file === undefined || file === '') return;
  // The values of outputs are paths without line breaks, so a value cannot define another output.
  for (const [name, value] of Object.entries(outputs)) appendFileSync(file, `${name}=${value}\n`);
}

function logAnnotation({ log }: ActionHost, severity: Annotation['severity'], message: string): void {
  log(formatWorkflowCommand({ severity, message }));
}
