import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { readEnvironment } from '../host/env.ts';
import { AppError } from '../host/errors.ts';
import { resolveCaseFilePath } from './case-files.ts';
import { findAgentFolder } from './workspace-readers.ts';

const MAX_BYTES = 50_000_000;

const findingSchema = z.object({
  severity: z.enum(['error', 'warning']),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  message: z.string(),
  suggestion: z.string().optional(),
});
/** A finding about a workspace file other than the case file; `file` is relative to the workspace. */
export type AgentFinding = z.infer<typeof findingSchema>;

declare global {
  // The cache is global, because Next loads a module once per bundle. The process serves only one workspace.
  var turntreeAgentFindings: Map<string, { stamp: string; found: Promise<AgentFinding[]> }> | undefined;
}

/**
 * The findings of `turntree lint` about a workspace's agents for a case file: errors, and warnings about the agent
 * whose folder contains the file. Runs in a child process, which loads agent code in workers; cached until a file of
 * the workspace changes.
 */
export async function lintAgents(workspace: string, suiteKey: string): Promise<AgentFinding[]> {
  const file = resolveCaseFilePath(workspace, suiteKey);
  globalThis.turntreeAgentFindings ??= new Map();
  const all = globalThis.turntreeAgentFindings;
  const stamp = hashAgentFiles(workspace, file);
  const cached = all.get(suiteKey);
  if (cached?.stamp === stamp) return cached.found;
  const pendingFindings = runLintCommand(workspace, file);
  all.set(suiteKey, { stamp, found: pendingFindings });
  pendingFindings.catch(() => all.delete(suiteKey));
  const findings = await pendingFindings;
  return findings;
}

/**
 * Returns the fingerprint of the files that agents consist of, with their modification times. It leaves out the case
 * file, because that is checked while a person edits it.
 */
function hashAgentFiles(workspace: string, suite: string): string {
  const isIgnoredFile = (name: string) => name.startsWith('.') || /^(?:node_modules|dist|build|coverage)$/.test(name);
  const files = globSync('**/*.{yao,yml,yaml,ts,js,mts,mjs,json,jsonc}', {
    cwd: workspace,
    exclude: (name) => isIgnoredFile(path.basename(name)),
  });
  return files
    .map((name) => path.join(workspace, name))
    .filter((file) => file !== suite)
    .map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`)
    .join('\n');
}

async function runLintCommand(workspace: string, file: string): Promise<AgentFinding[]> {
  const program = path.join(readEnvironment().home, 'bin', 'turntree.cjs');
  const command = [program, 'lint', '--format', 'json', '--app', workspace, file];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    cwd: workspace,
    maxBuffer: MAX_BYTES,
  }).catch((error: unknown) => getProcessErrorOutput(error));
  if (stdout === '') throw createLintError(stderr);
  const relativeFile = path.relative(workspace, file).split(path.sep).join('/');
  const agent = findAgentFolder(file, workspace);
  const isInAgentFolder = (findingFile: string) =>
    agent !== undefined && path.join(workspace, findingFile).startsWith(agent.dir + path.sep);
  return z
    .array(findingSchema)
    .parse(JSON.parse(stdout))
    .filter(
      ({ file: findingFile, severity }) =>
        findingFile !== relativeFile && (severity === 'error' || isInAgentFolder(findingFile)),
    );
}

/**
 * Returns the output of `turntree lint`, which is valid even if the command exits with an error code because of
 * findings.
 */
function getProcessErrorOutput(error: unknown): { stdout: string; stderr: string } {
  if (error instanceof Error && 'stdout' in error && 'stderr' in error)
    return { stdout: String(error.stdout), stderr: String(error.stderr) };
  throw error;
}

function createLintError(output: string): AppError {
  const [first = 'turntree lint said nothing', ...others] = output.split('\n').filter((line) => line.trim() !== '');
  return new AppError(
    'configuration',
    first.replace(/^turntree: /, ''),
    others.map((line) => line.trim()),
  );
}
