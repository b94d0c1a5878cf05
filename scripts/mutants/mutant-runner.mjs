import { openSync, readFileSync, writeSync } from 'node:fs';
import { TestRunner } from 'vitest';

/** Limit for loops that a mutant made endless: a multiple of the conditions evaluated without the mutant. */
const STEPS = 30;
const FEWEST_STEPS = 100_000;

const { ids, slowestMs, reportFile } = JSON.parse(readFileSync(process.env.MUTANTS_JOB, 'utf8'));
const left = new Set(ids);
const output = openSync(reportFile, 'a');
globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;
stryker.steps = 0;

/** Runs each test unmodified, and again for each mutant that it reaches and that no earlier test has killed. */
export default class MutantRunner extends TestRunner {
  async runTask(test) {
    const name = `${test.file.name} > ${test.name}`;
    report({ test: name });
    const atLoad = Object.keys(stryker.mutantCoverage?.static ?? {}).filter((id) => left.has(id));
    if (atLoad.length > 0) report({ atLoad });
    const before = process.cpuUsage();
    stryker.steps = 0;
    try {
      await withCoverage(test.id, test);
    } catch (error) {
      report({ broken: name });
      throw error;
    }
    const { user, system } = process.cpuUsage(before);
    const tookMs = (user + system) / 1_000;
    const stepLimit = STEPS * stryker.steps + FEWEST_STEPS;
    const reached = Object.keys(stryker.mutantCoverage?.perTest[test.id] ?? {}).filter((id) => left.has(id));
    if (reached.length === 0) return;
    report({ reached });
    // A test that fails when it is run twice without its hooks in between would fail with any mutant, so such a test is
    // run only once.
    if (tookMs > slowestMs || (await failureOf(test)) !== undefined) return report({ onceOnly: name });
    for (const id of reached) {
      report({ started: id });
      Object.assign(stryker, { activeMutant: id, steps: 0, stepLimit });
      const failure = await failureOf(test);
      Object.assign(stryker, { activeMutant: undefined, stepLimit: undefined });
      if (failure === undefined) {
        report({ passed: id });
        continue;
      }
      // The mutant may have broken the test for good; then later results of the test say nothing about other mutants.
      if ((await failureOf(test)) !== undefined) return report({ onceOnly: name, spoiltBy: id });
      left.delete(id);
      report({ killed: id, by: name, failure });
    }
  }
}

async function failureOf(test) {
  const errors = test.result?.errors?.length ?? 0;
  try {
    await withCoverage('again', test);
  } catch (error) {
    return String(error?.message ?? error).slice(0, 200);
  }
  return (test.result?.errors?.length ?? 0) > errors ? 'a soft expectation' : undefined;
}

async function withCoverage(name, test) {
  stryker.currentTestId = name;
  try {
    await TestRunner.getTestFn(test)();
  } finally {
    stryker.currentTestId = undefined;
  }
}

/** The report is written synchronously, so that its last line names the mutant that ended or hung the process. */
function report(line) {
  writeSync(output, `${JSON.stringify(line)}\n`);
}
