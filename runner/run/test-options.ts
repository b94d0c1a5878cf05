import type { RunOptions } from '../contract/index.ts';
import type { PrestartedProcess } from '../scripts/worker/prestarted-process.ts';
import type { TestFlags } from './flags/test-flags.ts';
import type { LoadedSuites } from './load/loaded-suites.ts';
import type { InProcessAgent } from './prepare/live-agent.ts';
import { UsageError } from './usage-error.ts';

/** A request by the user: inputs, and flags by their long names. Programs may also pass an agent and cases. */
export type RunRequest = {
  inputs: readonly string[];
  flags: Partial<TestFlags>;
  /** The agent that `flags.name` names, if it is a function or object of the running program. */
  agent?: InProcessAgent | undefined;
  /** The text of a case file that exists only in the running program; `inputs` has its name. */
  cases?: string | undefined;
  /** A process for the agent, which was started while the rest of the program was still loading. */
  spare?: PrestartedProcess | undefined;
  /** Set for runs that are experiments on conversations, such as attacks. */
  experiment?: RunExperiment | undefined;
};

/** An experiment with the cases of a run: `reshape` replaces them by other cases. */
export type RunExperiment = {
  purpose: NonNullable<RunOptions['purpose']>;
  reshape(suites: LoadedSuites['suites']): LoadedSuites['suites'];
};

/** `input` is the name of the input for display; `inputs` are the inputs as given. */
export type TestOptions = TestFlags & { input: string; inputs: readonly string[] };

/**
 * Determines the inputs. Positional inputs and `--input` are equivalent; `--message` cannot be combined with them. If
 * there is no input, `allInputs` (the whole workspace) is tested, if it is given.
 */
export function chooseTestInputs(
  positional: readonly string[],
  { input: flag, message }: Pick<Partial<TestFlags>, 'input' | 'message'>,
  allInputs?: string,
): readonly string[] {
  if (message !== undefined) {
    const [other] = flag === undefined ? positional : [flag];
    if (other === undefined) return [message];
    throw new UsageError(`two inputs: "${other}" and --message "${message}"; give one`);
  }
  const named = flag === undefined ? positional : [flag];
  const inputs = named.length === 0 && allInputs !== undefined ? [allInputs] : named;
  if (inputs.length === 0) {
    throw new UsageError('no input: pass a case file, a folder or a message', [
      'npx turntree test tests/cases.jsonl',
      'npx turntree test "Hello" --name my.agent',
      'npx turntree try <address, file or folder>   to make a first suite of a conversation',
      'npx turntree init                            to start with an example',
    ]);
  }
  if (positional.some((input) => input !== inputs[0]) && flag !== undefined) {
    throw new UsageError(`two inputs: "${positional.join(' ')}" and --input "${flag}"; give one`);
  }
  return inputs;
}
