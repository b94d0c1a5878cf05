import { compareRuns, computeRateChange, isRegression } from '../../runner/verdict/index.ts';
import { breakTenth, type Design, drawRates, playRun, seededRandom, suites } from './suites.ts';
import { type Cell, formatShare } from './table.ts';

const HISTORIES = 4_000;
const COMPARISONS = 1_000;
const CASES = 26;
const SEED = 20_261_126;

type Tally = { passed: number; failed: number };

/**
 * The result of a gate on the stability class of a case: when the class is settled, and how many attempts can no longer
 * change it.
 */
type ClassGate = {
  name: string;
  isSettled: (tally: Tally, attempts: number) => boolean;
  sure: (attempts: number) => number;
};

const gates: readonly ClassGate[] = [
  probabilityAtLeast(0.8),
  probabilityAtLeast(1),
  { name: 'flaky', isSettled: isFlaky, sure: () => 2 },
];

/**
 * Measures what stopping a case would save once no outcome can change its class, and how that biases the pass rate: of
 * all attempts; of the first attempts of stopped cases and all attempts of the others; and of the attempts that every
 * case has (the only unbiased rate). The last columns show the detection power when a tenth of the cases break, with
 * and without stopping.
 */
export function checkEarlyStop(): Cell[][] {
  return suites.flatMap((suite) =>
    [5, 10].flatMap((attempts) =>
      gates.map((gate) => {
        const design = { suite, cases: CASES, attempts };
        const { saved, ofAll, ofStopped, ofSure } = countStopped(design, gate);
        const sure = gate.sure(attempts);
        return [
          ...[suite.name, attempts, gate.name, formatShare(saved), formatShare(suite.mean)],
          ...[formatShare(ofAll), formatShare(ofStopped), formatShare(ofSure), sure],
          ...[formatShare(stoppingPower({ ...design, attempts: sure })), formatShare(stoppingPower(design))],
        ];
      }),
    ),
  );
}

function countStopped(design: Design, gate: ClassGate) {
  const random = seededRandom(SEED + design.attempts);
  const sums = { played: 0, all: { passed: 0, of: 0 }, stopped: { passed: 0, of: 0 }, sure: { passed: 0, of: 0 } };
  const addTally = (sum: { passed: number; of: number }, outcomes: readonly boolean[]) => {
    sum.passed += outcomes.filter(Boolean).length;
    sum.of += outcomes.length;
  };
  for (let history = 0; history < HISTORIES; history += 1) {
    for (const rate of drawRates(design, random)) {
      const whole = Array.from({ length: design.attempts }, () => random() < rate);
      const played = whole.slice(0, attemptsUntilSettled(whole, gate));
      sums.played += played.length;
      addTally(sums.all, played);
      addTally(sums.stopped, played.length < whole.length ? played.slice(0, 1) : played);
      addTally(sums.sure, whole.slice(0, gate.sure(design.attempts)));
    }
  }
  const passRate = ({ passed, of }: { passed: number; of: number }): number => passed / of;
  const saved = 1 - sums.played / (HISTORIES * CASES * design.attempts);
  return { saved, ofAll: passRate(sums.all), ofStopped: passRate(sums.stopped), ofSure: passRate(sums.sure) };
}

function attemptsUntilSettled(outcomes: readonly boolean[], { isSettled }: ClassGate): number {
  const tally = { passed: 0, failed: 0 };
  for (const [index, passed] of outcomes.entries()) {
    tally[passed ? 'passed' : 'failed'] += 1;
    if (isSettled(tally, outcomes.length)) return index + 1;
  }
  return outcomes.length;
}

function stoppingPower(design: Design): number {
  const random = seededRandom(SEED + design.attempts);
  let noticed = 0;
  for (let time = 0; time < COMPARISONS; time += 1) {
    const rates = drawRates(design, random);
    const before = playRun(rates, design.attempts, random);
    const after = playRun(breakTenth(rates, random), design.attempts, random);
    if (isRegression(computeRateChange(compareRuns(before, after)))) noticed += 1;
  }
  return noticed / COMPARISONS;
}

function probabilityAtLeast(rate: number): ClassGate {
  const requiredAttempts = (attempts: number): number => Math.ceil(rate * attempts - 1e-9);
  return {
    name: `at least ${rate * 100}%`,
    isSettled: ({ passed, failed }, attempts) =>
      passed >= requiredAttempts(attempts) || failed > attempts - requiredAttempts(attempts),
    sure: (attempts) => Math.min(requiredAttempts(attempts), attempts - requiredAttempts(attempts) + 1),
  };
}

function isFlaky({ passed, failed }: Tally): boolean {
  return passed > 0 && failed > 0;
}
