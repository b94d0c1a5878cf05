import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Reads `test-results/<name>.json` as Vitest writes it: the number of passed tests, and a line per failed or retried
 * test.
 */
export function readVitest(name) {
  const { numPassedTests = 0, testResults = [] } = readReport(name) ?? {};
  const files = testResults.map((file) => ({ ...file, place: path.relative(process.cwd(), file.name) }));
  const tests = files.flatMap(({ place, assertionResults }) => assertionResults.map((test) => ({ ...test, place })));
  // A test file that fails to load contains no tests in the report, so it is listed itself.
  const broken = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failures: [
      ...broken.map(({ place, message }) => `${place}: ${firstLine(message)}`),
      ...tests.filter(({ status }) => status === 'failed').map(testLine),
    ],
    retried: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(testLine),
  };
}

/** Like `readVitest`, for a report of Playwright. */
export function readPlaywright(name) {
  const { stats: { expected = 0, flaky = 0 } = {}, suites = [], errors = [] } = readReport(name) ?? {};
  const tests = suites.flatMap(specsIn).flatMap(({ file, title, tests: runs }) =>
    runs.map(({ status, results }) => {
      const failed = results.findLast((result) => result.error !== undefined);
      return { place: `e2e/${file}`, fullName: title, status, failureMessages: [failed?.error.message] };
    }),
  );
  return {
    passed: expected + flaky,
    failures: [
      ...errors.map(({ message }) => `browser tests: ${firstLine(message)}`),
      ...tests.filter(({ status }) => status === 'unexpected').map(testLine),
    ],
    retried: tests.filter(({ status }) => status === 'flaky').map(testLine),
  };
}

/**
 * Returns the CPU seconds of each test file, largest first. If a file ran in several processes, their times are added
 * up.
 */
export function readCpu(folder) {
  const sums = new Map();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const { file, cpuMs } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    sums.set(file, (sums.get(file) ?? 0) + cpuMs / 1000);
  }
  return [...sums].map(([file, seconds]) => ({ file, seconds })).toSorted((one, other) => other.seconds - one.seconds);
}

function testLine({ place, fullName, failureMessages }) {
  return `${place}: ${fullName}: ${firstLine(failureMessages[0])}`;
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
}

function firstLine(text = '') {
  return stripVTControlCharacters(text).split('\n', 1)[0];
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}
