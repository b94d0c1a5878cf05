import { runStep } from './run-step.mjs';

const steps = [
  ['lock file', 'node', ['scripts/check-lock.mjs']],
  ['lint and import rules', 'biome', ['check', '--error-on-warnings']],
  ['types', 'tsc', ['--noEmit']],
  ['dead code', 'knip', []],
  [
    'unit tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'],
  ],
];

let failed = 0;
for (const [name, command, args] of steps) {
  const started = performance.now();
  const code = await runStep(command, args);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
  if (code !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
