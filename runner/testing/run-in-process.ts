import { main } from '../cli/main.ts';

/** The output of a command line and its exit code. */
export type CommandResult = { code: number; stdout: string; stderr: string };

/** Runs a command line in this process; separate processes are covered by other tests. */
export async function runInProcess(args: readonly string[], cwd: string): Promise<CommandResult> {
  const printedTexts = { stdout: '', stderr: '' };
  const createCapturingStream = (name: keyof typeof printedTexts) => ({
    write(text: string) {
      printedTexts[name] += text;
    },
    once: () => undefined,
  });
  const code = await main(args, {
    stdout: createCapturingStream('stdout'),
    stderr: createCapturingStream('stderr'),
    cwd,
    variables: { ...process.env, NO_COLOR: '1' },
  });
  return { code, ...printedTexts };
}
