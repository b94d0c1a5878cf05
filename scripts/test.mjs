/*
 * npm test                            what a change has to pass
 * npm test -- --landing               the same, and the list in scripts/landing.json
 * npm run test:all                    everything; contains npm test
 * npm run test:all -- --part browser  one part of it; CI gives each of its jobs some parts
 */
import { refuseEnvironment } from './testing/environment.mjs';

refuseEnvironment();
// These modules are imported after the environment was checked, because they need installed packages.
const { runTests } = await import('./testing/run-tests.mjs');
process.exitCode = await runTests(process.argv.slice(2));
