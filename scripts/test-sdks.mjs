import { installBeside } from './install-beside.mjs';
import { runStep } from './run-step.mjs';

/*
 * npm run sdks
 *
 * Tests protocols, frameworks and databases against the official packages, which are too large to install for every
 * test run: first their types, then the tests of examples/conformance.
 */
const folder = 'examples/conformance';
await installBeside(folder);
const typed = await runStep('tsc', ['--noEmit', '-p', folder]);
const tested = await runStep('vitest', ['run', `--config=${folder}/vitest.config.ts`, ...process.argv.slice(2)]);
process.exitCode = typed === 0 && tested === 0 ? 0 : 1;
