import { assessSeriesHealth, type CaseHealthRun, type CaseTally } from '../runner/verdict/index.ts';
import { printMeasurement } from './measure.ts';

const CASES = 1_000;
const RUNS = 50;
const ROUNDS = 5;

/**
 * Measures how long it takes to compute the health states (such as new, broken or flaky) of 1,000 cases over 50 runs
 * (goal: under 100 ms).
 */
export function benchStandings(): void {
  const runs = Array.from({ length: RUNS }, (_, run) => buildRun(run));
  for (let round = 0; round < ROUNDS; round += 1) assessSeriesHealth(runs);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) assessSeriesHealth(runs);
  const { user, system } = process.cpuUsage(before);
  printMeasurement(`assessSeriesHealth, ${CASES} cases over ${RUNS} runs`, { cpuMs: (user + system) / 1_000 / ROUNDS });
}

/** Builds a run of a history that contains outages, flaky cases, and cases that always fail. */
function buildRun(run: number): CaseHealthRun {
  const outcomes = ['P', 'P', 'PPP', 'PFP', 'FFF'];
  const cases = new Map<string, CaseTally>();
  for (let id = 0; id < CASES; id += 1) {
    const outcome = run % 17 === 9 ? 'F' : (outcomes[(id * run) % (id % 4 === 0 ? 5 : 2)] ?? 'P');
    const passed = outcome.split('P').length - 1;
    cases.set(`case-${id}`, { hash: 'h', passed, judged: outcome.length, infra: 0 });
  }
  return { runId: `run-${run}`, startedAt: run, agents: [], gitCommit: null, cases };
}
