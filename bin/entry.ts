import { invokedProgramName } from '../runner/cli/invoked-program-name.ts';
import { main } from '../runner/cli/main.ts';
import { readLines } from '../runner/cli/read-lines.ts';

process.setSourceMapsEnabled(true);
for (const stream of [process.stdout, process.stderr]) {
  // A closed pipe (`| head`) is not an error.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  lines: readLines,
  variables: process.env,
  cwd: process.cwd(),
  calledAs: invokedProgramName(process.argv[1]),
  loadRoutes: async () => (await import('../lib/serve/answer-without-next.ts')).answerWithoutNext,
});
