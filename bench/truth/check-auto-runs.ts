import { computeMaxAttempts, decideCase, findFewestFixedAttempts } from '../../runner/verdict/index.ts';
import { type Random, seededRandom } from './suites.ts';
import { type Cell, formatShare, MISSED_MARK } from './table.ts';

const RATES = { good: 0.95, bad: 0.7, risk: 0.05 };
const CASES = 20_000;
const SEED = 20_261_125;

/**
 * Simulates cases with a known pass rate that are repeated until decided: how often they are called good, bad or
 * neither, and how many attempts this saves compared with a fixed number at the same risk. Goal: at a rate of .95 at
 * most 5% are called bad, at .7 at most 5% good; any decision between the two rates is correct.
 */
export function checkAutoRuns(): Cell[][] {
  const fixed = findFewestFixedAttempts(RATES) ?? 0;
  const max = computeMaxAttempts(RATES) ?? 0;
  return [0.99, 0.95, 0.9, 0.8, 0.7, 0.5].map((rate) => {
    const random = seededRandom(SEED + Math.round(rate * 100));
    const counts = { good: 0, bad: 0, inconclusive: 0 };
    let attempts = 0;
    for (let time = 0; time < CASES; time += 1) {
      const { decision, tried } = playCase({ rate, max, random });
      counts[decision] += 1;
      attempts += tried;
    }
    const wrong = (rate >= RATES.good ? counts.bad : 0) + (rate <= RATES.bad ? counts.good : 0);
    const mean = attempts / CASES;
    return [
      ...[
        rate,
        formatShare(counts.good / CASES),
        formatShare(counts.bad / CASES),
        formatShare(counts.inconclusive / CASES),
      ],
      ...[mean.toFixed(1), formatShare(1 - mean / fixed), formatShare(wrong / CASES)],
      wrong / CASES > RATES.risk ? MISSED_MARK : '',
    ];
  });
}

type PlayCaseOptions = { rate: number; max: number; random: Random };

function playCase({ rate, max, random }: PlayCaseOptions) {
  const attempts: { status: 'passed' | 'failed' }[] = [];
  for (;;) {
    attempts.push({ status: random() < rate ? 'passed' : 'failed' });
    const decision = decideCase(attempts, { ...RATES, max });
    if (decision !== undefined) return { decision, tried: attempts.length };
  }
}
