import type { RunEvent } from '../contract/index.ts';
import { maskSecretsInOutput, runTestCommand, type Terminal } from '../run/index.ts';
import { createEventStream } from './event-stream.ts';
import type { ApiRunRequest } from './read-suite-options.ts';
import { createResultCollector, type FinishedCase } from './result-collector.ts';
import type { SuiteResult, SuiteRun } from './suite-result.ts';
import { toTurntreeError } from './turntree-error.ts';

/** Starts a run. If `read` throws, the promise of the run rejects, as for all other errors that prevent a start. */
export function startRun(read: () => ApiRunRequest, onCase?: (endedCase: FinishedCase) => void): SuiteRun {
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
  onCase: ((ended: FinishedCase) => void) | undefined;
  onEvent: (event: RunEvent) => void;
};

async function recordSuiteResult({ read, onCase, onEvent }: ApiRunOptions): Promise<SuiteResult> {
  try {
    const { request, terminal, signal } = read();
    signal.throwIfAborted();
    const warnings: string[] = [];
    const collector = createResultCollector(onCase);
    const observer = {
      name: 'program',
      onEvent(event: RunEvent) {
        collector.collect(event);
        onEvent(event);
      },
    };
    const outcome = await runTestCommand(
      { request, outside: maskSecretsInOutput(collectWarnings(terminal, warnings)), observers: [observer] },
      signal,
    );
    if (outcome.kind === 'dry-run') throw new Error('dry runs are only available on the command line');
    return collector.result(outcome, warnings);
  } catch (error) {
    throw toTurntreeError(error);
  }
}

/** Returns a terminal that collects the warnings written to it in `warnings`. */
function collectWarnings(terminal: Terminal, warnings: string[]): Terminal {
  const { stderr } = terminal;
  return {
    ...terminal,
    stderr: {
      ...stderr,
      write(text) {
        for (const [, warning = ''] of text.matchAll(/^turntree: warning: (.+)$/gm)) warnings.push(warning);
        return stderr.write(text);
      },
    },
  };
}
