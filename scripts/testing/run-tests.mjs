import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCpu, readPlaywright, readVitest } from './read-reports.mjs';
import { testParts } from './test-parts.mjs';

const HEAVY_FILE_S = 60;

/**
 * Runs the parts of the tests that the arguments select; prints failures, the duration of each part and the CPU time of
 * test files. A failed test is retried once and then named. Returns the exit code.
 */
export async function runTests(words) {
  const parts = chooseParts(words);
  if (typeof parts === 'string') {
    console.error(parts);
    return 1;
  }
  rmSync('test-results', { recursive: true, force: true });
  process.env.TURNTREE_TEST_CPU = path.resolve('test-results', 'cpu');
  Object.assign(process.env, variablesFor(words));
  const started = performance.now();
  const outcomes = [];
  for (const part of parts) outcomes.push(await runPart(part));

  const failures = outcomes.flatMap((outcome) => outcome.failures);
  for (const retried of outcomes.flatMap((outcome) => outcome.retried))
    console.log(`↻ passed on the second try: ${retried}`);
  for (const failure of failures) console.log(`✗ ${failure}`);
  printSeconds(outcomes, performance.now() - started);
  reportCpu(readCpu(process.env.TURNTREE_TEST_CPU));
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const isGood = outcomes.every(({ code }) => code === 0);
  console.log(`\n${passed} passed, ${isGood ? 0 : Math.max(1, failures.length)} failed`);
  return isGood ? 0 : 1;
}

/**
 * Returns environment variables for the browser tests, which decide whether they check pages in both themes and three
 * widths.
 */
export function variablesFor(words) {
  return { TURNTREE_BROWSER_THOROUGH: words.includes('--all') ? '1' : '' };
}

/** Returns the selected parts in order, or an error message about the arguments. */
export function chooseParts(words, all = testParts) {
  const options = parseWords(words);
  if (typeof options === 'string') return options;
  const scopes = ['test', (options.landing || options.all) && 'landing', options.all && 'all'];
  const unknown = options.part.find((name) => all.every((part) => part.name !== name));
  if (unknown !== undefined) return `There is no part "${unknown}". Parts: ${all.map(({ name }) => name).join(', ')}.`;
  const inScope = all.filter(({ scope }) => scopes.includes(scope));
  if (options.part.length === 0) return inScope;
  const outside = options.part.find((name) => inScope.every((part) => part.name !== name));
  if (outside !== undefined) return `The part "${outside}" needs --landing or --all.`;
  return inScope.filter(({ name }) => options.part.includes(name));
}

function parseWords(args) {
  const flag = { type: 'boolean', default: false };
  const part = { type: 'string', multiple: true, default: [] };
  try {
    return parseArgs({ args, options: { all: flag, landing: flag, part } }).values;
  } catch (error) {
    return error.message;
  }
}

async function runPart({ name, run, vitest = [], playwright = [] }) {
  const begun = performance.now();
  const code = await run();
  const seconds = (performance.now() - begun) / 1000;
  const reports = [...vitest.map(readVitest), ...playwright.map(readPlaywright)];
  const failures = reports.flatMap((report) => report.failures);
  // A part can fail without a failed test, for example because of lint, types or a missing program.
  if (code !== 0 && failures.length === 0) failures.push(`${name} ended with exit code ${code}: see above`);
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  return { name, code, seconds, passed, failures, retried: reports.flatMap((report) => report.retried) };
}

function printSeconds(outcomes, ms) {
  console.log('\npart              seconds  passed');
  for (const { name, code, seconds, passed } of [...outcomes, { name: 'total', code: 0, seconds: ms / 1000 }]) {
    const count = passed === undefined || passed === 0 ? '' : String(passed);
    const line = `${name.padEnd(16)}${seconds.toFixed(0).padStart(9)}${count.padStart(8)}`;
    console.log(`${line}${code === 0 ? '' : '  ✗'}`.trimEnd());
  }
}

function reportCpu(files) {
  if (files.length === 0) {
    const why = existsSync('/proc/self/stat')
      ? 'the tests of these parts do not measure it'
      : 'this system has no /proc';
    console.log(`\nCPU per test file was not measured: ${why}.`);
    return;
  }
  const lines = files.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)}  ${file}`);
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/cpu.txt', `${lines.join('\n')}\n`);
  console.log(`\nCPU seconds of the largest test files (all ${files.length} are in test-results/cpu.txt):`);
  console.log(lines.slice(0, 10).join('\n'));
  for (const { file, seconds } of files.filter((each) => each.seconds > HEAVY_FILE_S))
    console.log(`! ${file} takes ${seconds.toFixed(0)} s of CPU, more than ${HEAVY_FILE_S} s`);
}
