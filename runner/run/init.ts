import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configFiles } from '../workspace/config-file.ts';
import { listMissingIgnoreLines, writeIgnoreFile } from './init/ignore-file.ts';
import { addTestScript, addWorkflow, hasTestScript, TEST_SCRIPT, WORKFLOW_FILE } from './init/project-files.ts';
import { describeSurvey, surveyFolder } from './init/survey.ts';
import { buildWorkspaceFiles, defaultSamplePaths, yaoSamplePaths } from './init/workspace-files.ts';
import { jsonSchemas } from './json-schemas.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * `files` were written; `casesFile` has the sample cases, if they were written. `toIgnore` has lines to add to an
 * existing `.gitignore`; `notes` name relevant files that the folder already contained.
 */
export type CreatedWorkspace = {
  files: string[];
  casesFile: string | undefined;
  toIgnore: string[];
  notes: string[];
};

/** `bare`: write only the workspace, and change nothing in the project around it. */
type InitRequest = { root: string; yes: boolean; bare: boolean };

/**
 * Creates a sample workspace whose cases pass. In an existing workspace, adds only the missing files around it. Throws
 * instead of overwriting a file. Reads files of the folder, but starts no programs and makes no network requests.
 */
export async function createWorkspace(
  { root, yes, bare }: InitRequest,
  terminal: Pick<Terminal, 'lines'>,
  signal: AbortSignal,
): Promise<CreatedWorkspace> {
  const survey = surveyFolder(root);
  const samplePaths = survey.hasYao ? yaoSamplePaths : defaultSamplePaths;
  const isWorkspace = configFiles.some((file) => existsSync(path.join(root, file)));
  const files = isWorkspace ? {} : await buildSampleFiles(samplePaths);
  const questions: [question: string, apply: () => string | undefined][] = [];
  if (!bare && survey.packageFile !== undefined && !hasTestScript(survey.packageFile)) {
    const addTestScriptToPackage = () => (addTestScript(root) ? `package.json (script ${TEST_SCRIPT})` : undefined);
    questions.push([`Add the script ${TEST_SCRIPT} to package.json?`, addTestScriptToPackage]);
  }
  if (!bare && isRepositoryRoot(root) && !existsSync(path.join(root, WORKFLOW_FILE))) {
    questions.push([
      `Write ${WORKFLOW_FILE}, which tests every pull request?`,
      () => (addWorkflow(root) ? WORKFLOW_FILE : undefined),
    ]);
  }
  if (questions.length === 0 || !isWorkspace) rejectExistingFiles(root, [...configFiles, ...Object.keys(files)]);
  const answer = await askYesOrNo(
    questions.map(([question]) => question),
    { yes, lines: terminal.lines },
    signal,
  );
  for (const [file, text] of Object.entries(files)) {
    const filePath = path.join(root, file);
    mkdirSync(path.dirname(filePath), { recursive: true });
    writeFileSync(filePath, text, { flag: 'wx' });
  }
  const ignoreFile = writeIgnoreFile(root);
  const extra = questions.flatMap(([, apply], index) => (answer[index] === true ? (apply() ?? []) : []));
  return {
    files: [...Object.keys(files), ...(ignoreFile === undefined ? [] : [ignoreFile]), ...extra],
    casesFile: isWorkspace ? undefined : samplePaths.cases,
    toIgnore: listMissingIgnoreLines(root),
    notes: describeSurvey(isWorkspace ? { ...survey, agentFiles: [], frameworks: [] } : survey),
  };
}

async function buildSampleFiles(samplePaths: typeof defaultSamplePaths): Promise<Record<string, string>> {
  const schema = `${JSON.stringify(await jsonSchemas.config(), undefined, 2)}\n`;
  return { ...buildWorkspaceFiles(samplePaths), [samplePaths.schema]: schema };
}

/**
 * True for the root of a repository, because GitHub ignores workflows in other folders. A folder outside of any
 * repository also counts, because it may become a repository.
 */
function isRepositoryRoot(root: string): boolean {
  if (existsSync(path.join(root, '.git'))) return true;
  for (let folder = root; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return false;
  }
  return true;
}

function rejectExistingFiles(root: string, files: readonly string[]): void {
  const existingFiles = [...new Set(files)].filter((file) => existsSync(path.join(root, file)));
  if (existingFiles.length === 0) return;
  throw new UsageError(
    `nothing was written: ${existingFiles.length === 1 ? 'a file is' : `${existingFiles.length} files are`} already there`,
    [...existingFiles.map((file) => path.join(root, file)), 'Name another folder: npx turntree init my-tests'],
  );
}

type InitChoice = { yes: boolean; lines: Terminal['lines'] };

/** Asks a person at a terminal. Without a terminal, and with `yes`, all answers are yes. */
async function askYesOrNo(
  questions: readonly string[],
  { yes, lines: open }: InitChoice,
  signal: AbortSignal,
): Promise<boolean[]> {
  const lines = yes || questions.length === 0 ? undefined : open?.(signal);
  try {
    const answers: boolean[] = [];
    for (const question of questions) {
      const answer = lines?.isTyped === true ? await lines.next(`${question} [Y/n] `) : '';
      answers.push(!/^\s*n/i.test(answer ?? ''));
    }
    return answers;
  } finally {
    lines?.close();
  }
}
