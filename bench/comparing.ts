import { compareRuns, rateChange } from '../runner/verdict/index.ts';
import { stratifiedTest } from '../runner/verdict/statistics/stratified-test.ts';
import { report } from './measure.ts';
import { playRun, seededRandom, tryCase } from './truth/suites.ts';

const CASES = 1_000;
const ATTEMPTS = 10;
const TRIES = 15;

/** The exact test over 1,000 cases of 10 attempts, and the whole comparison of two such runs. */
export function comparing(): void {
  const random = seededRandom(1);
  const rates = Array.from({ length: CASES }, random);
  const pairs = rates.map((rate) => ({
    before: tryCase(rate, ATTEMPTS, random),
    after: tryCase(rate, ATTEMPTS, random),
  }));
  const uneven = rates.map((rate) => ({
    before: tryCase(rate, 5 + Math.floor(random() * 10), random),
    after: tryCase(rate, 5 + Math.floor(random() * 10), random),
  }));
  report(
    `exact test over ${CASES} cases × ${ATTEMPTS} attempts`,
    timed(() => stratifiedTest(pairs)),
  );
  report(
    `exact test over ${CASES} cases of 5 to 14 attempts`,
    timed(() => stratifiedTest(uneven)),
  );
  const [before, after] = [playRun(rates, ATTEMPTS, random), playRun(rates, ATTEMPTS, random)];
  report(
    'comparison of two such runs',
    timed(() => rateChange(compareRuns(before, after))),
  );
}

/** Processor time stays the same while others use the machine. */
function timed(run: () => unknown): { firstMs: number; medianMs: number; medianCpuMs: number } {
  const tries = Array.from({ length: TRIES }, () => {
    const started = performance.now();
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return { wallMs: performance.now() - started, cpuMs: (user + system) / 1_000 };
  });
  return {
    firstMs: tries[0]?.wallMs ?? 0,
    medianMs: medianOf(tries.map(({ wallMs }) => wallMs)),
    medianCpuMs: medianOf(tries.map(({ cpuMs }) => cpuMs)),
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
