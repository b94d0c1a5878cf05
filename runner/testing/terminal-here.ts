import { main } from '../cli/main.ts';

/** The output of a command line and its exit code. */
export type EndedCommand = { code: number; stdout: string; stderr: string };

/** Runs a command line in this process; separate processes are covered by other tests. */
export async function runInProcess(args: readonly string[], cwd: string): Promise<EndedCommand> {
  const printed = { stdout: '', stderr: '' };
  const captureStream = (name: keyof typeof printed) => ({
    write(text: string) {
      printed[name] += text;
    },
    once: () => undefined,
  });
  const code = await main(args, {
    stdout: captureStream('stdout'),
    stderr: captureStream('stderr'),
    cwd,
    variables: { ...process.env, NO_COLOR: '1' },
  });
  return { code, ...printed };
}
