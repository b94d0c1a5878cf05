import { runBeside, runStep } from './run-step.mjs';

// The inner loop: what needs no process, no build and no browser. `npm test` proves the rest.
const checks = [
  ['lock file', 'node', ['scripts/check-lock.mjs']],
  ['lint and import rules', 'biome', ['check', '--error-on-warnings']],
  ['types', 'tsc', ['--noEmit']],
  ['dead code', 'knip', []],
];
const reporters = ['--reporter=minimal', '--reporter=json', '--outputFile.json=test-results/unit.json'];
const tests = ['run', '--project=unit', '--project=components', ...reporters, ...process.argv.slice(2)];

const checked = await Promise.all(checks.map(check));
const started = performance.now();
const tested = tell('unit and component tests', await runStep('vitest', tests), started);
process.exitCode = [...checked, tested].every((code) => code === 0) ? 0 : 1;

async function check([name, command, args]) {
  const started = performance.now();
  const { code, output } = await runBeside(command, args);
  process.stdout.write(output);
  return tell(name, code, started);
}

function tell(name, code, started) {
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
  return code;
}
