import { computePassRateInterval } from '../../runner/verdict/index.ts';
import { drawRates, listDesigns, seededRandom, tryCase } from './suites.ts';
import { type Cell, formatShare, MISSED_MARK } from './table.ts';

const HISTORIES = 20_000;
const SEED = 20_261_123;

/**
 * Measures how often the confidence band of the pass rate contains the true rate of similar cases, and of exactly these
 * cases. Goal for similar cases: 90% with several attempts per case, 87% with one.
 */
export function checkCoverage(): Cell[][] {
  return listDesigns().map((design) => {
    const random = seededRandom(SEED + design.cases * 100 + design.attempts);
    const sums = { held: 0, heldOfThese: 0, width: 0 };
    for (let history = 0; history < HISTORIES; history += 1) {
      const rates = drawRates(design, random);
      const { low, high } = computePassRateInterval(rates.map((rate) => tryCase(rate, design.attempts, random)));
      const ofThese = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
      if (low <= design.suite.mean && design.suite.mean <= high) sums.held += 1;
      if (low <= ofThese && ofThese <= high) sums.heldOfThese += 1;
      sums.width += high - low;
    }
    const goal = design.attempts === 1 ? 0.87 : 0.9;
    const held = sums.held / HISTORIES;
    return [
      ...[design.suite.name, design.cases, design.attempts],
      ...[formatShare(held), formatShare(sums.heldOfThese / HISTORIES), formatShare(sums.width / HISTORIES)],
      held >= goal ? '' : MISSED_MARK,
    ];
  });
}
