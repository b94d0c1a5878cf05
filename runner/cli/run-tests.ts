import { cliExtensions } from '../extensions/registered/cli-extensions.ts';
import { findQueueLoader } from '../run/cli-extension.ts';
import { toErrorExplanation } from '../run/explain-error.ts';
import { listenForStopSignals } from '../run/machine/stop-signals.ts';
import type { TestOutcome } from '../run/run-test-command.ts';
import type { Terminal } from '../run/terminal.ts';
import type { RunRequest } from '../run/test-options.ts';
import type { WatchedRunResult } from '../run/watch/watch-tests.ts';
import { printErrorMessage } from './print-error-message.ts';

/** Runs tests until they end or a signal stops them. Returns the exit code. */
export async function runTests(request: RunRequest, terminal: Terminal): Promise<number> {
  const { startModuleProcessEarly } = await import('../run/prepare/early-process.ts');
  const spareProcess = startModuleProcessEarly(request, terminal);
  const { runTestCommand: testCases } = await import('../run/run-test-command.ts');
  const stopSignals = listenForStopSignals();
  try {
    return toExitCode(
      await testCases(
        { request: { ...request, spare: spareProcess }, outside: terminal, loadQueue: findQueueLoader(cliExtensions) },
        stopSignals.signal,
      ),
      terminal,
    );
  } catch (error) {
    if (!stopSignals.signal.aborted) throw error;
    terminal.stderr.write('turntree: stopped before the first case\n');
    return stopSignals.exitCode();
  } finally {
    await spareProcess?.close();
    stopSignals.release();
  }
}

/** Runs tests again whenever a file changes. Usage errors do not end this watch mode. */
export async function watchTestRuns(request: RunRequest, terminal: Terminal): Promise<number> {
  const { runTestCommand: testCases } = await import('../run/run-test-command.ts');
  const { watchTests } = await import('../run/watch/watch-tests.ts');
  const stop = listenForStopSignals();
  const runTestsOnce = async (runRequest: RunRequest): Promise<WatchedRunResult> => {
    try {
      const outcome = await testCases(
        { request: runRequest, outside: terminal, loadQueue: findQueueLoader(cliExtensions) },
        stop.signal,
      );
      return { code: toExitCode(outcome, terminal), state: outcome.kind === 'finished' ? outcome.state : undefined };
    } catch (error) {
      if (stop.signal.aborted) return { code: stop.exitCode() };
      printErrorMessage(toErrorExplanation(error), terminal);
      return { code: 1 };
    }
  };
  try {
    return await watchTests({ request, terminal, run: runTestsOnce }, stop.signal);
  } finally {
    stop.release();
  }
}

function toExitCode(outcome: TestOutcome, { stderr }: Terminal): number {
  if (outcome.kind === 'dry-run') return 0;
  const { state, problems, complaints } = outcome;
  const { counts, reason = '' } = state;
  for (const complaint of complaints) stderr.write(`turntree: warning: ${complaint}\n`);
  for (const problem of problems) stderr.write(`turntree: ${problem}\n`);
  const code = state.exitCode ?? 1;
  if (code !== 0) {
    stderr.write(`turntree: exit ${code}: ${reason}\n`);
    return code;
  }
  if (problems.length > 0 || complaints.length > 0) {
    stderr.write(`turntree: exit 1: ${reason}, but not everything could be written\n`);
    return 1;
  }
  if (counts.failed + counts.error + counts.timeout > 0) stderr.write(`turntree: exit 0: ${reason}\n`);
  return 0;
}
