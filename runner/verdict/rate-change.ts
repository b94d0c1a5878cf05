import type { RateChange, WorseCase } from '../contract/index.ts';
import type { CaseComparison, CaseStanding, RunComparison } from './compare-runs.ts';
import { benjaminiHochberg } from './statistics/benjamini-hochberg.ts';
import { describeTest } from './statistics/describe-change.ts';
import { fisherExact, type Trials } from './statistics/fisher-exact.ts';
import { oddsInPoints } from './statistics/odds-in-points.ts';
import { isBelowLevel } from './statistics/significance.ts';
import { stratifiedTest } from './statistics/stratified-test.ts';

const KEPT = 50;

/**
 * Judges the change of the pass rate by an exact test that compares each case with itself. Newly failing is what passed
 * and now never does, and of several attempts what got worse beyond chance: Fisher a case, after Benjamini-Hochberg.
 */
export function rateChange({ before: run, cases, agentChanged = [] }: Compared): RateChange {
  const both = cases.flatMap(pairOf);
  const pairs = both.filter(({ of }) => !of.edited);
  const worse = newlyFailing(pairs);
  const before = sumOf(pairs.map((pair) => pair.before));
  const test = stratifiedTest(pairs);
  return {
    runId: run.runId,
    cases: pairs.length,
    edited: both.length - pairs.length,
    before,
    after: sumOf(pairs.map((pair) => pair.after)),
    interval: oddsInPoints(test.odds, before),
    evidence: describeTest(test, pairs),
    newlyFailing: worse.slice(0, KEPT),
    newlyFailingCount: worse.length,
    ...(agentChanged.length === 0 ? {} : { agentChanged }),
  };
}

type Compared = Pick<RunComparison, 'before' | 'cases'> & Partial<Pick<RunComparison, 'agentChanged'>>;

/** Returns true if it got worse by more than chance: as a whole, or in a case of several attempts. */
export function isRegression({ evidence, interval, newlyFailing: worse }: RateChange): boolean {
  return (evidence.verdict === 'real' && interval.high < 0) || worse.some(({ real }) => real);
}

/**
 * The cases of several attempts that changed beyond chance, whichever way: Fisher a case, after Benjamini-Hochberg over
 * all cases that both runs have judged with the same content.
 */
export function realChanges(cases: readonly CaseComparison[]): ReadonlySet<CaseComparison> {
  return realOf(cases.flatMap(pairOf).filter(({ of }) => !of.edited));
}

type Pair = { before: Trials; after: Trials; of: CaseComparison };

function pairOf(of: CaseComparison): Pair[] {
  const { before, after } = of;
  if (before === undefined || after === undefined || before.judged === 0 || after.judged === 0) return [];
  return [{ before: trialsOf(before), after: trialsOf(after), of }];
}

function trialsOf({ passed, judged }: CaseStanding): Trials {
  return { passed, judged };
}

function sumOf(all: readonly Trials[]): Trials {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    judged: all.reduce((sum, { judged }) => sum + judged, 0),
  };
}

function isTriedOnce({ before, after }: Pair): boolean {
  return before.judged === 1 && after.judged === 1;
}

function newlyFailing(pairs: readonly Pair[]): WorseCase[] {
  const found = realOf(pairs);
  return pairs.flatMap(({ before, after, of }) => {
    const isWorse = after.passed * before.judged < before.passed * after.judged;
    const real = isWorse && found.has(of);
    if (!real && of.change !== 'newly_failing') return [];
    return [{ suiteKey: of.suiteKey, id: of.id, before, after, real }];
  });
}

function realOf(pairs: readonly Pair[]): ReadonlySet<CaseComparison> {
  const adjusted = benjaminiHochberg(pairs.map(chanceOf));
  return new Set(pairs.flatMap(({ of }, place) => (isBelowLevel(adjusted[place] ?? 1) ? [of] : [])));
}

/** An unchanged or only once tried case needs no test: the answer is known, and a run may have many such cases. */
function chanceOf(pair: Pair): number {
  const { before, after } = pair;
  const isSame = before.passed * after.judged === after.passed * before.judged;
  return isSame || isTriedOnce(pair) ? 1 : fisherExact(before, after);
}
