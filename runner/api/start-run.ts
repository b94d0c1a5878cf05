import type { RunEvent } from '../contract/index.ts';
import { maskSecretsInOutput, runTestCommand } from '../run/index.ts';
import { createEventStream } from './event-stream.ts';
import type { ApiRunRequest } from './read-suite-options.ts';
import { createResultCollector, type EndedCase } from './result-collector.ts';
import type { SuiteResult, SuiteRun } from './suite-result.ts';
import { toTurntreeError } from './turntree-error.ts';

/** Starts a run. If `read` throws, the run rejects, as it does for every other reason why a run cannot start. */
export function startRun(read: () => ApiRunRequest, onCase?: (endedCase: EndedCase) => void): SuiteRun {
  const stream = createEventStream<RunEvent>();
  const result = recordSuiteResult({ read, onCase, onEvent: (event) => stream.push(event) });
  result.then(
    () => stream.end(),
    (error: unknown) => stream.end(error),
  );
  return Object.assign(result, { [Symbol.asyncIterator]: () => stream.openIterator() });
}

type ApiRunOptions = {
  read: () => ApiRunRequest;
  onCase: ((ended: EndedCase) => void) | undefined;
  onEvent: (event: RunEvent) => void;
};

async function recordSuiteResult({ read, onCase, onEvent }: ApiRunOptions): Promise<SuiteResult> {
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
    const outcome = await runTestCommand(
      { request, outside: maskSecretsInOutput(terminal), observers: [observer] },
      signal,
    );
    if (outcome.kind === 'dry-run') throw new Error('dry runs are only available on the command line');
    return collector.result(outcome);
  } catch (error) {
    throw toTurntreeError(error);
  }
}
