import type * as z from 'zod';
import type { authoredCaseSchema } from '../contract/index.ts';
import { UsageError } from '../run/index.ts';
import { parseSuiteOptions } from './read-suite-options.ts';
import { startRun } from './start-run.ts';
import type { SuiteOptions } from './suite-options.ts';
import type { CaseOutcome } from './suite-result.ts';

/** A case as it is written in a case file. */
export type CaseDefinition = z.input<typeof authoredCaseSchema>;

/** Options of one case: those of a run, without the choice of cases. */
export type CaseOptions = Omit<SuiteOptions, 'run' | 'case' | 'tag' | 'scorer' | 'lastFailed' | 'shard' | 'resume'> & {
  /** For a case that is an object: the name of its suite in the history. Default: `code`. */
  suite?: string;
};

/**
 * Runs one case: a case of a file, or an object with the fields of a case. Resolves to its outcome, with all attempts.
 * Rejects with a `TurntreeError` if the case cannot be run or does not exist.
 *
 * @example
 * ```ts
 * const { status, failure } = await runCase('tests/refunds.jsonl', 'late-parcel', { agent: 'shop' });
 * const other = await runCase({ id: 'greets', input: 'Hello', assert: { type: 'contains', value: 'Hi' } }, { agent });
 * ```
 */
export function runCase(file: string, id: string, options?: CaseOptions): Promise<CaseOutcome>;
export function runCase(testCase: CaseDefinition, options?: CaseOptions): Promise<CaseOutcome>;
export async function runCase(
  fileOrCase: string | CaseDefinition,
  idOrOptions?: string | CaseOptions,
  options?: CaseOptions,
): Promise<CaseOutcome> {
  const { cases } = await startRun(() =>
    typeof fileOrCase === 'string'
      ? createRequestForFile(fileOrCase, idOrOptions, options)
      : createRequestForObject(fileOrCase, idOrOptions),
  );
  const [outcome] = cases;
  if (outcome === undefined) throw new Error('the run of one case returned no case');
  return outcome;
}

function createRequestForFile(file: string, id: unknown, options: CaseOptions = {}) {
  if (typeof id !== 'string') throw new UsageError('runCase: name the case: runCase(file, id, options)');
  const { suite: _, ...suiteOptions } = options;
  return parseSuiteOptions(file, { ...suiteOptions, case: [id] }, 'runCase');
}

function createRequestForObject(testCase: unknown, options: string | CaseOptions = {}) {
  if (typeof testCase !== 'object' || testCase === null || typeof options === 'string') {
    throw new UsageError('runCase: pass a case file and the id of a case, or an object with the fields of a case');
  }
  const { suite = 'code', ...suiteOptions } = options;
  const read = parseSuiteOptions(suite, suiteOptions, 'runCase');
  return { ...read, request: { ...read.request, cases: JSON.stringify(testCase) } };
}
