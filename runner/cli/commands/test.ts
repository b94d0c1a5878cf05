import { withEnvFiles } from '../../run/load/env-files.ts';
import { type LocatedRun, locateRun } from '../../run/locate.ts';
import { listenForStop } from '../../run/stop-signals.ts';
import type { Terminal } from '../../run/terminal.ts';
import { type TestOutcome, testCases } from '../../run/test-cases.ts';
import type { TestFlags } from '../../run/test-options.ts';

/** `runner test`: everything from the command line to the exit code. Throws what a person has to correct. */
export async function runTestCommand(
  inputs: readonly string[],
  flags: Partial<TestFlags>,
  outside: Terminal,
): Promise<number> {
  const terminal = withEnvFiles(outside, flags.env ?? []);
  const located = await locateRun({ inputs, flags }, terminal);
  if (isDoubtful(located)) {
    const { input } = located.options;
    terminal.stderr.write(`runner: no file or folder is called ${input}: it is taken as a message\n`);
  }
  const stop = listenForStop();
  try {
    return exitCode(await testCases(located, terminal, stop.signal), terminal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    terminal.stderr.write('runner: stopped before the first case\n');
    return stop.exitCode();
  } finally {
    stop.release();
  }
}

/** One word without an agent to send it to may be the name of a folder that is elsewhere. */
function isDoubtful({ source, options }: LocatedRun): boolean {
  return source.kind === 'message' && options.name === undefined && !/\s/.test(source.text);
}

function exitCode(outcome: TestOutcome, { stderr }: Terminal): number {
  if (outcome.kind === 'dry-run') return 0;
  const { state, problems, complaints } = outcome;
  const { counts, reason = '' } = state;
  for (const complaint of complaints) stderr.write(`runner: warning: ${complaint}\n`);
  for (const problem of problems) stderr.write(`runner: ${problem}\n`);
  const code = state.exitCode ?? 1;
  if (code !== 0) {
    stderr.write(`runner: exit ${code}: ${reason}\n`);
    return code;
  }
  if (problems.length > 0 || complaints.length > 0) {
    stderr.write(`runner: exit 1: ${reason}, but not everything could be written\n`);
    return 1;
  }
  if (counts.failed + counts.error + counts.timeout > 0) stderr.write(`runner: exit 0: ${reason}\n`);
  return 0;
}
