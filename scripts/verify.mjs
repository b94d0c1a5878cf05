import extensions from './extensions.json' with { type: 'json' };
import { runBeside } from './run-step.mjs';

// The inner loop: checks that need no process, build or browser and are quick. `npm test` covers the rest, including
// checks that read all files at once (--thorough): import cycles, unawaited promises, dead code.
const isThorough = process.argv.includes('--thorough');
const options = process.argv.slice(2).filter((option) => option !== '--thorough');
const rulesOfAllFiles = [
  'project',
  'suspicious/noImportCycles',
  'nursery/noFloatingPromises',
  'nursery/noMisusedPromises',
].map((rule) => `--skip=${rule}`);
const checks = [
  ['lock file', 'node', ['scripts/check-lock.mjs']],
  ['lint and import rules', 'biome', ['check', '--error-on-warnings', ...unlessThorough(...rulesOfAllFiles)]],
  // The compiler runs in one thread: parallel checks use the other cores, and several threads would check much of the
  // code twice.
  ['types', 'tsc', ['--noEmit', '--singleThreaded']],
  ...(isThorough ? [['dead code', 'knip', ['--cache']]] : []),
  // The component tests run in one worker, because each worker would load React and the whole dashboard again.
  ['component tests', 'vitest', [...listTests('components'), '--maxWorkers=1']],
  ['unit tests', 'vitest', listTests('unit')],
  ...(isThorough ? [['extension tests', 'vitest', listTests('extensions', extensions)]] : []),
];

const codes = await Promise.all(checks.map(runCheck));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

function listTests(report, projects = [report]) {
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=test-results/${report}.json`];
  return [
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...unlessThorough('--tags-filter=!thorough'),
    ...reporters,
    ...options,
  ];
}

function unlessThorough(...options) {
  return isThorough ? [] : options;
}

async function runCheck([name, command, args]) {
  const started = performance.now();
  const { code, output } = await runBeside(command, args);
  process.stdout.write(output);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
  return code;
}
