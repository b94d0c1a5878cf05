import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RunState } from '../../fold/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import type { RunRequest } from '../test-options.ts';
import { UsageError } from '../usage-error.ts';
import { resolveWorkspaceRoot } from '../workspace-root.ts';
import { createModuleUseSearch, type ModuleUseFinder } from './module-uses.ts';
import { watchFiles } from './watched-files.ts';

/** How a run ended; `state` is missing if the run could not start. */
export type WatchedRunResult = { code: number; state?: RunState | undefined };

type WatchOptions = {
  request: RunRequest;
  terminal: Terminal;
  run: (request: RunRequest) => Promise<WatchedRunResult>;
};

/**
 * Flags that cannot be combined with `--watch`, because runs with these flags write into the workspace or cannot be
 * repeated.
 */
const unwatchableFlags = ['record', 'updateSnapshots', 'resume', 'fork', 'shard', 'queue', 'dryRun'] as const;
/** Matches names of files that cannot affect the result of a case. */
const ignoredNamePattern = /^(?:\.(?!env).*|node_modules|test-results|output-.*\.jsonl)$/;
const codeFilePattern = /\.(?:[cm]?[jt]sx?|py)$/;

/**
 * Runs tests, and runs them again whenever a file of the workspace changes. If only a case file has changed, only this
 * file runs; if only the module of an agent has changed, only the suites of this agent; otherwise all suites. Ends when
 * it is stopped, with the exit code of the last run.
 */
export async function watchTests({ request, terminal, run }: WatchOptions, signal: AbortSignal): Promise<number> {
  rejectFlagsConflictingWithWatch(request);
  const { cwd, stderr } = terminal;
  const root = resolveWorkspaceRoot(request.flags.app, terminal);
  const isIgnored = createIgnoredFileCheck(request, { root, cwd });
  const files = watchFiles(root, isIgnored);
  const modules = createModuleUseSearch({ root, isIgnored });
  try {
    let completeRun: RunState | undefined;
    let nextRequest = request;
    for (;;) {
      const { code: exitCode, state } = await run(nextRequest);
      if (signal.aborted) return exitCode;
      if (nextRequest === request) completeRun = state;
      // An agent may write files while it runs, so only changes of cases and code count.
      const isCase = createCaseFileFilter(completeRun, root);
      await files.discardChanges((file) => isCase(file) || codeFilePattern.test(file));
      stderr.write(`\nturntree: watching ${path.relative(cwd, root) || '.'}; Ctrl+C ends\n`);
      const changed = await files.next(signal);
      if (signal.aborted) return exitCode;
      nextRequest = await limitToAffectedSuites(changed, {
        request,
        isCase,
        suites: completeRun?.suites ?? [],
        modules,
      });
      const names = changed.map((file) => path.relative(cwd, file));
      const changedFiles = names.length > 3 ? formatCountWithNoun(names.length, 'file') : names.join(', ');
      stderr.write(`turntree: ${changedFiles} changed\n`);
    }
  } finally {
    files.close();
  }
}

function rejectFlagsConflictingWithWatch({ flags }: RunRequest): void {
  const first = unwatchableFlags.find((name) => flags[name] !== undefined);
  if (first === undefined) return;
  const flag = first.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--watch cannot be combined with --${flag}`);
}

/**
 * True for files that runs write. Changes of these files are ignored, because otherwise each run would start the next
 * one.
 */
function createIgnoredFileCheck(
  { flags }: RunRequest,
  { root, cwd }: { root: string; cwd: string },
): (file: string) => boolean {
  const { db, output = [] } = flags;
  const outputPaths = [...(output === false ? [] : output), ...(db === undefined ? [] : [db])].map((outputPath) =>
    path.resolve(cwd, outputPath),
  );
  return (file) =>
    path
      .relative(root, file)
      .split(path.sep)
      .some((name) => ignoredNamePattern.test(name)) ||
    outputPaths.some(
      (outputPath) =>
        file === outputPath || file.startsWith(`${outputPath}${path.sep}`) || file.startsWith(`${outputPath}-`),
    );
}

function createCaseFileFilter(completeRun: RunState | undefined, root: string): (file: string) => boolean {
  const files = new Set(completeRun?.suites.map(({ key }) => path.resolve(root, key)));
  return (file) => files.has(file);
}

type AffectedCaseSearch = {
  request: RunRequest;
  isCase: (file: string) => boolean;
  suites: RunState['suites'];
  modules: ModuleUseFinder;
};

async function limitToAffectedSuites(
  changed: readonly string[],
  { request, isCase, suites, modules }: AffectedCaseSearch,
): Promise<RunRequest> {
  if (suites.length < 2 || request.flags.input !== undefined || !changed.every((file) => existsSync(file)))
    return request;
  const others = changed.filter((file) => !isCase(file));
  const keys = others.length === 0 ? [] : await modules.suitesOf(others, { suites, flags: request.flags });
  if (keys === undefined || keys.length === suites.length) return request;
  const touchedFiles = new Set([...changed.filter(isCase), ...keys.map((key) => path.resolve(modules.root, key))]);
  return { ...request, inputs: [...touchedFiles] };
}
