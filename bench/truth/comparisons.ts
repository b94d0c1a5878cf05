import { caseKey } from '../../runner/fold/index.ts';
import {
  compareRuns,
  computeRateChange,
  isRegression,
  type RunToCompare,
  type TrialCounts,
} from '../../runner/verdict/index.ts';
import {
  type Breakage,
  breakByChance,
  breakNone,
  breakTenth,
  type Design,
  drawRates,
  listDesigns,
  playRun,
  type Random,
  seededRandom,
  tryCase,
} from './suites.ts';
import { type Cell, formatShare, MISSED_MARK } from './table.ts';

const COMPARISONS = 2_000;
const SEED = 20_261_124;
/** The number of earlier attempts used as evidence, including those of the baseline. */
const WINDOW = 50;
const SERIES = 500;
const COMPARED_RUNS = 20;

type DetectionCounts = { named: number; whole: number; gate: number };

/**
 * Compares two runs between which nothing changed, with and without older runs. Goal: 5% of the comparisons name a case
 * as changed, and 5% fail a gate.
 */
export function checkFalseAlarms(): Cell[][] {
  return listDesigns().map((design) => {
    const [fresh, known] = [countDetections(design, breakNone, 0), countDetections(design, breakNone, WINDOW)];
    const isMissed = [fresh, known].some(({ named, gate }) => named > 0.05 || gate > 0.05);
    return [...caseIndex(design), ...detectionCells(fresh), ...detectionCells(known), isMissed ? MISSED_MARK : ''];
  });
}

/**
 * Compares runs after cases broke. Goal: in a mature suite of 26 cases with 3 attempts, the gate detects 60% of the
 * runs in which a tenth broke.
 */
export function checkPower(): Cell[][] {
  return listDesigns().map((design) => {
    const [fresh, known] = [countDetections(design, breakTenth, 0), countDetections(design, breakTenth, WINDOW)];
    const [byChance, byChanceKnown] = [
      countDetections(design, breakByChance, 0),
      countDetections(design, breakByChance, WINDOW),
    ];
    const isGoal = design.suite.name === 'mature' && design.cases === 26 && design.attempts === 3;
    return [
      ...[
        ...caseIndex(design),
        ...detectionCells(fresh),
        ...detectionCells(known),
        formatShare(byChance.gate),
        formatShare(byChanceKnown.gate),
      ],
      isGoal && fresh.gate < 0.6 ? MISSED_MARK : '',
    ];
  });
}

/**
 * Simulates series of runs without changes. Each run is compared with the newest earlier run that did not get worse:
 * how many runs fail the gate, and how many series contain such a run?
 */
export function checkRepeatedLooks(): Cell[][] {
  return listDesigns().flatMap((design) => {
    if (design.cases !== 26) return [];
    const random = seededRandom(SEED + design.attempts);
    const counts = { runs: 0, series: 0 };
    for (let time = 0; time < SERIES; time += 1) {
      const failed = countFailedLooks(design, random);
      counts.runs += failed;
      if (failed > 0) counts.series += 1;
    }
    return [
      [...caseIndex(design), formatShare(counts.runs / (SERIES * COMPARED_RUNS)), formatShare(counts.series / SERIES)],
    ];
  });
}

function countFailedLooks(design: Design, random: Random): number {
  const rates = drawRates(design, random);
  const [first, ...runs] = Array.from({ length: COMPARED_RUNS + 1 }, () => playRun(rates, design.attempts, random));
  const passed = first === undefined ? [] : [first];
  for (const run of runs) {
    const baseline = passed.at(-1) ?? run;
    const older = sumOfRuns(passed.slice(0, -1).slice(-Math.floor(WINDOW / design.attempts) + 1));
    if (!isRegression(computeRateChange(compareRuns({ ...baseline, older }, run)))) passed.push(run);
  }
  return COMPARED_RUNS + 1 - passed.length;
}

function sumOfRuns(runs: readonly RunToCompare[]): Map<string, TrialCounts> {
  const sums = new Map<string, TrialCounts>();
  for (const { rows } of runs) {
    for (const { suiteKey, id, attempts } of rows) {
      const { passed, judged } = sums.get(caseKey(suiteKey, id)) ?? { passed: 0, judged: 0 };
      const more = attempts.filter(({ status }) => status === 'passed').length;
      sums.set(caseKey(suiteKey, id), { passed: passed + more, judged: judged + attempts.length });
    }
  }
  return sums;
}

function caseIndex({ suite, cases, attempts }: Design): Cell[] {
  return [suite.name, cases, attempts];
}

function detectionCells({ named, whole, gate }: DetectionCounts): Cell[] {
  return [formatShare(named), formatShare(whole), formatShare(gate)];
}

/** The shares of comparisons that name a case, that are worse as a whole, and that fail the gate. */
function countDetections(design: Design, breakage: Breakage, window: number): DetectionCounts {
  const random = seededRandom(SEED + design.cases * 100 + design.attempts + window);
  const counts = { named: 0, whole: 0, gate: 0 };
  for (let time = 0; time < COMPARISONS; time += 1) {
    const rates = drawRates(design, random);
    const older =
      window === 0 ? new Map<string, TrialCounts>() : buildOlderTrials(rates, window - design.attempts, random);
    const before = { ...playRun(rates, design.attempts, random), older };
    const after = playRun(breakage(rates, random), design.attempts, random);
    const change = computeRateChange(compareRuns(before, after));
    if (change.newlyFailingCount > 0) counts.named += 1;
    if (change.evidence.verdict === 'real' && change.interval.high < 0) counts.whole += 1;
    if (isRegression(change)) counts.gate += 1;
  }
  const formatOf = (count: number): number => count / COMPARISONS;
  return { named: formatOf(counts.named), whole: formatOf(counts.whole), gate: formatOf(counts.gate) };
}

function buildOlderTrials(rates: readonly number[], attempts: number, random: Random): Map<string, TrialCounts> {
  return new Map(rates.map((rate, index) => [caseKey('truth', String(index)), tryCase(rate, attempts, random)]));
}
