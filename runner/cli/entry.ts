import v8 from 'node:v8';
import { main } from './main.ts';

// Collect garbage before it is several times what is alive: a run of 100,000 cases keeps most of its memory for long.
v8.setFlagsFromString('--heap-growing-percent=40');

process.setSourceMapsEnabled(true);
for (const stream of [process.stdout, process.stderr]) {
  // A reader that goes away (`| head`) is no reason to fail.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  variables: process.env,
  cwd: process.cwd(),
});
