import path from 'node:path';
import { afterAll, describe, type TestContext, test } from 'vitest';
import { loadSuite, type SuiteCase } from '../api/load-suite.ts';
import { parseSuiteOptions } from '../api/read-suite-options.ts';
import type { FinishedCase } from '../api/result-collector.ts';
import type { SuiteOptions } from '../api/suite-options.ts';
import { type SuiteProblem, TurntreeError } from '../api/turntree-error.ts';
import { findSuiteSources } from '../run/index.ts';
import type { SuiteSourcePaths } from '../run/published/index.ts';
import { createErrorAtPosition } from './error-at-position.ts';
import { createSharedRun, type SharedRun } from './shared-run.ts';
import { formatSuiteTitle, type SuiteInput, toPaths } from './suite-input.ts';

/** Options of a suite in Vitest: those of `runSuite`. Vitest's own filters also select cases. */
export type DescribeSuiteOptions = Omit<SuiteOptions, 'lastFailed' | 'shard' | 'resume'>;

type Describe = (inputs: SuiteInput | readonly SuiteInput[], options?: DescribeSuiteOptions) => void;

declare module 'vitest' {
  interface TaskMeta {
    /** The files that the tests of a suite depend on. When one of them changes, Vitest runs the test file again. */
    turntree?: SuiteSourcePaths;
  }
}

/**
 * Creates one test per case of the suites, with all attempts of the case. The cases that Vitest selects form one run,
 * which is recorded in the history. The test of a failed case throws the verdict, located at the line of the case.
 * Mistakes in the files become failing tests with their positions.
 * @param inputs Case files, folders or globs of them, relative to the current folder.
 * @example ```ts describeSuite('tests/refunds.jsonl', { agent, runs: 3, tag: 'smoke' }); ```
 */
export const describeSuite: Describe & { only: Describe; skip: Describe } = Object.assign(
  createDescribeSuite(describe),
  {
    only: createDescribeSuite(describe.only),
    skip: createDescribeSuite(describe.skip),
  },
);

function createDescribeSuite(group: typeof describe.only): Describe {
  return (inputs, options = {}) => {
    const paths = toPaths(inputs);
    const cwd = options.cwd ?? process.cwd();
    // The test needs no timeout, because each case has a deadline of its own. The test may also have to wait for
    // earlier cases.
    group(formatSuiteTitle(paths, cwd), { timeout: 0 }, () => defineTestsOfSuites(paths, options));
  };
}

async function defineTestsOfSuites(paths: readonly string[], options: DescribeSuiteOptions): Promise<void> {
  const sources = await findSuiteSourcesIfValid(paths, options);
  const meta = sources === undefined ? {} : { turntree: sources };
  const loaded = await loadCases(paths, options);
  if ('error' in loaded) {
    for (const { title, error } of toLoadFailures(loaded.error, options.cwd ?? process.cwd())) {
      test(title, { meta }, () => {
        throw error;
      });
    }
    return;
  }
  const run = createSharedRun(paths, options);
  const ids = new Map<string, SuiteCase>();
  for (const testCase of loaded) {
    const title = formatCaseTitle(testCase, loaded);
    ids.set(title, testCase);
    if (testCase.skip) test.skip(title, { meta }, () => undefined);
    else test(title, { meta }, (context) => runTestOfCase(testCase, { run, ids, context }));
  }
  afterAll(() => finishSharedRun(run), 0);
}

async function loadCases(paths: readonly string[], options: object): Promise<SuiteCase[] | { error: unknown }> {
  const other = ['lastFailed', 'shard', 'resume'].find((name) => name in options);
  if (other !== undefined) {
    return { error: new TurntreeError(`describeSuite: "${other}" is not for Vitest, which selects the tests itself`) };
  }
  return loadSuite(paths, options).catch((error: unknown) => ({ error }));
}

/** Errors are ignored here, because invalid options are reported when the suite is loaded. */
async function findSuiteSourcesIfValid(
  paths: readonly string[],
  options: DescribeSuiteOptions,
): Promise<SuiteSourcePaths | undefined> {
  try {
    const { request, terminal } = parseSuiteOptions(paths, options, 'describeSuite');
    return await findSuiteSources(request, terminal);
  } catch {
    return undefined;
  }
}

type SuiteLoadFailure = { title: string; error: unknown };

function toLoadFailures(error: unknown, cwd: string): SuiteLoadFailure[] {
  if (!(error instanceof TurntreeError)) return [{ title: 'loads', error }];
  if (error.problems.length === 0) return [{ title: 'can be run', error: removeErrorStack(error) }];
  return error.problems.map((problem) => ({
    title: `${problem.file}:${problem.line}:${problem.column}`,
    error: createErrorAtPosition(formatProblem(problem), { ...problem, file: path.resolve(cwd, problem.file) }),
  }));
}

function formatProblem({ message, suggestion }: SuiteProblem): string {
  return suggestion === undefined ? message : `${message} (did you mean ${JSON.stringify(suggestion)}?)`;
}

/** Removes the stack of an error, because it would only show code of this package. */
function removeErrorStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

/** Returns the title of a case's test. It contains the suite if cases of several files may have the same id. */
function formatCaseTitle({ id, name, suite }: SuiteCase, all: readonly SuiteCase[]): string {
  const isUnique = all.every((other) => other.suite === suite || other.id !== id);
  const title = name === undefined || name === id ? id : `${id} — ${name}`;
  return isUnique ? title : `${suite}: ${title}`;
}

type SuiteTestContext = { run: SharedRun; ids: ReadonlyMap<string, SuiteCase>; context: TestContext };

async function runTestOfCase(testCase: SuiteCase, { run, ids, context }: SuiteTestContext): Promise<void> {
  const { task } = context;
  const listSelectedCaseIds = (): string[] => {
    const siblings = task.suite?.tasks ?? [task];
    return siblings.flatMap(({ name, mode }) => {
      const sibling = mode === 'run' || mode === 'queued' ? ids.get(name) : undefined;
      return sibling === undefined ? [] : [sibling.id];
    });
  };
  const isRetried = (task.result?.retryCount ?? 0) > 0;
  failOrSkipTest(
    await (isRetried ? run.rerunCase(testCase) : run.outcome(testCase, listSelectedCaseIds)),
    testCase,
    context,
  );
}

function failOrSkipTest(
  { status, excluded, failure = status }: FinishedCase,
  testCase: SuiteCase,
  context: TestContext,
): void {
  const reason = failure.split('\n', 1)[0] ?? status;
  if (excluded !== undefined && status !== 'passed') context.skip(`${exclusionTexts[excluded]}: ${reason}`);
  if (status === 'passed') return;
  if (status === 'skipped') context.skip(reason);
  const { file, line = 1 } = testCase;
  throw createErrorAtPosition(failure, { file, line, column: 1 }, errorNameByStatus[status]);
}

const exclusionTexts = { quarantine: 'quarantined', expect_fail: 'expected to fail' } as const;
const errorNameByStatus = { failed: 'CaseFailed', error: 'CaseError', timeout: 'CaseTimeout' } as const;

/** Prints the warnings of the run, and throws for problems that fail the run without failing a case: a gate, or a report that could not be written. */
async function finishSharedRun(run: SharedRun): Promise<void> {
  const result = await run.end();
  for (const warning of result?.warnings ?? []) process.stderr.write(`turntree: warning: ${warning}\n`);
  if (result === undefined || result.passed || result.outcome === 'cancelled') return;
  const isExplained = result.cases.some(({ failure, excluded }) => failure !== undefined && excluded === undefined);
  if (isExplained && result.problems.length === 0) return;
  throw removeErrorStack(new Error([result.reason, ...result.problems].join('\n')));
}
