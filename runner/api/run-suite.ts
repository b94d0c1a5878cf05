import type { RunEvent } from '../contract/index.ts';
import { hideVariables, testCases } from '../run/index.ts';
import { createEventStream } from './event-stream.ts';
import { type ProgramRequest, readSuiteOptions, type SuiteOptions } from './suite-options.ts';
import { createResultCollector, type EndedCase, type SuiteResult } from './suite-result.ts';
import { toTurntreeError } from './turntree-error.ts';

/**
 * A run that has started. As a promise it resolves to the result; as an async iterable it yields the events of the
 * run, from the moment of iteration. Leaving the loop does not stop the run; `signal` does.
 */
export type SuiteRun = Promise<SuiteResult> & AsyncIterable<RunEvent>;

/**
 * Runs case files, as `turntree test` does: finds the workspace and the agent, executes the cases, and records the run
 * in the history. Resolves to the result also when cases fail. Rejects with a `TurntreeError` if the run cannot start,
 * and with the reason of `signal` if it is aborted before that.
 *
 * @param inputs Case files, folders or globs of them, relative to `cwd`.
 *
 * @example
 * ```ts
 * const run = runSuite('tests/refunds.jsonl', { agent: 'shop', parallel: 4 });
 * for await (const event of run) if (event.type === 'case.finished') console.log(event.caseId, event.result.status);
 * const { passed, reason } = await run;
 * ```
 */
export function runSuite(inputs: string | readonly string[], options: SuiteOptions = {}): SuiteRun {
  return startRun(() => readSuiteOptions(inputs, options, 'runSuite'));
}

/** Starts a run. An error of `read` rejects the run, like every other reason why it cannot start. */
export function startRun(read: () => ProgramRequest, onCase?: (ended: EndedCase) => void): SuiteRun {
  const stream = createEventStream<RunEvent>();
  const result = record({ read, onCase, onEvent: (event) => stream.push(event) });
  result.then(
    () => stream.end(),
    (error: unknown) => stream.end(error),
  );
  return Object.assign(result, { [Symbol.asyncIterator]: () => stream.iterate() });
}

type ProgramRun = {
  read: () => ProgramRequest;
  onCase: ((ended: EndedCase) => void) | undefined;
  onEvent: (event: RunEvent) => void;
};

async function record({ read, onCase, onEvent }: ProgramRun): Promise<SuiteResult> {
  try {
    const { request, terminal, signal } = read();
    signal.throwIfAborted();
    const collector = createResultCollector(onCase);
    const observer = {
      name: 'program',
      onEvent(event: RunEvent) {
        collector.collect(event);
        onEvent(event);
      },
    };
    const outcome = await testCases({ request, outside: hideVariables(terminal), observers: [observer] }, signal);
    if (outcome.kind === 'dry-run') throw new Error('a program cannot ask for a dry run');
    return collector.result(outcome);
  } catch (error) {
    throw toTurntreeError(error);
  }
}
