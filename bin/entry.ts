import { getInvokedProgramName } from '../runner/cli/invoked-program-name.ts';
import { main } from '../runner/cli/main.ts';
import { createLineReader } from '../runner/cli/read-lines.ts';

process.setSourceMapsEnabled(true);
for (const stream of [process.stdout, process.stderr]) {
  // An EPIPE error only means that the reader has closed the pipe, as `head` does.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  lines: createLineReader,
  variables: process.env,
  cwd: process.cwd(),
  calledAs: getInvokedProgramName(process.argv[1]),
  loadRoutes: async () => (await import('../lib/serve/answer-without-next.ts')).createListenerWithoutNext,
});
