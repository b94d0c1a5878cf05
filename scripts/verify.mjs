import { runBeside, runStep } from './run-step.mjs';

// The inner loop: what needs no process, no build, no browser and not much work. `npm test` proves the rest.
const checks = [
  ['lock file', 'node', ['scripts/check-lock.mjs']],
  ['lint and import rules', 'biome', ['check', '--error-on-warnings']],
  // One thread: the checks beside it keep the other cores busy, and threads check much of it twice.
  ['types', 'tsc', ['--noEmit', '--singleThreaded']],
  ['dead code', 'knip', ['--cache']],
];
const reporters = ['--reporter=minimal', '--reporter=json', '--outputFile.json=test-results/unit.json'];
const options = process.argv.slice(2).filter((option) => option !== '--thorough');
const chosen = process.argv.includes('--thorough') ? [] : ['--tags-filter=!thorough'];
const tests = ['run', '--project=unit', '--project=components', ...chosen, ...reporters, ...options];

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
