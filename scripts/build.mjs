import { runStep } from './run-step.mjs';

const code = await runStep('next', ['build']);
if (code !== 0) process.exit(code);
process.exitCode = await runStep('node', ['scripts/build-cli.mjs']);
