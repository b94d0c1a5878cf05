import type { CaseHealthState } from '../fold/index.ts';
import type { CaseHealthRun, CaseTally } from '../verdict/index.ts';
import { createRandomNumberGenerator } from '../verdict/statistics/random-numbers.ts';

/** A generated history with the correct health states (such as broken or flaky) of its cases. */
export type GeneratedHistory = {
  newestFirst: CaseHealthRun[];
  /** The correct states of each case; several if its outcomes allow more than one state. */
  right: Map<string, readonly CaseHealthState[]>;
  /** How the results of each case were generated: as always passing, flaky, broken since a run, and so on. */
  roles: Map<string, string>;
  /**
   * The runs with an infrastructure failure or an overloaded machine. The runs with a broken agent are in
   * `regressions`.
   */
  outages: Set<string>;
  regressions: Set<string>;
  /** True if the newest run is part of an infrastructure outage. */
  isDown: boolean;
};

type DrawRandomNumber = () => number;
type RunRange = { from: number; to: number; isInfra: boolean };

/** Draws the outcome of a case in a run from the case's pass rate. */
type GeneratedCaseRole = { name: string; share(run: number): number };

/** Generates a history of 16 to 44 runs with a stable agent, except for planted events. Deterministic for a seed. */
export function generateHistory(seed: number): GeneratedHistory {
  const draw = createRandomNumberGenerator(Math.imul(seed + 1, 0x9e37_79b1));
  const drawIntegerBetween = (low: number, high: number): number => low + Math.floor(draw() * (high - low + 1));
  const runs = drawIntegerBetween(16, 44);
  const attempts = draw() < 0.5 ? 1 : drawIntegerBetween(2, 4);
  const hasAgentParts = draw() < 0.6;
  const plan = planHistory(runs, { draw, integerBetween: drawIntegerBetween });
  const stable = drawIntegerBetween(3, 12);
  const roles: GeneratedCaseRole[] = [
    ...Array.from({ length: stable }, (_, index) => ({ name: `stable-${index}`, share: () => 1 })),
    createFlakyCase(draw),
    createDecliningCase(runs, drawIntegerBetween),
    createBreakingCase(plan.broken),
    ...(draw() < 0.5 ? [{ name: 'never', share: () => 0 }] : []),
  ];
  const roleOutcomes = roles.map((role) => ({ role, outcomes: drawOutcomes(role, { runs, attempts, plan, draw }) }));
  const oldestFirst = Array.from({ length: runs }, (_, run): CaseHealthRun => {
    const cases = new Map<string, CaseTally>(
      roleOutcomes.map(({ role, outcomes }) => [
        role.name,
        outcomes[run] ?? { hash: 'h', passed: 0, judged: 0, infra: 0 },
      ]),
    );
    const agentParts =
      hasAgentParts || plan.changes.length > 0 ? { prompts: `p${countVersionChanges(plan.changes, run)}` } : undefined;
    return {
      runId: `run-${run}`,
      startedAt: run * 86_400_000,
      agents: [{ agentId: 'shop', parts: agentParts }],
      gitCommit: null,
      cases,
    };
  });
  return {
    newestFirst: oldestFirst.toReversed(),
    right: new Map(
      roleOutcomes.map(({ role, outcomes }) => [role.name, determineCorrectStates(role, outcomes, { runs, plan })]),
    ),
    roles: new Map(roles.map(({ name }) => [name, name.replace(/-.*/, '')])),
    outages: new Set(plan.outages.flatMap(listRunIds)),
    regressions: new Set(plan.regressions.flatMap(listRunIds)),
    isDown: plan.outages.some(({ to, isInfra }) => isInfra && to === runs - 1),
  };
}

type HistoryPlan = {
  outages: RunRange[];
  /** The stretches of runs in which the agent fails all cases. */
  regressions: RunRange[];
  /** The stretch of runs in which the agent fails one case. */
  broken: RunRange;
  /** The runs in which the agent changes. */
  changes: number[];
};

type PlanRandomness = { draw: DrawRandomNumber; integerBetween(low: number, high: number): number };

/** Plans the events of a history. At least two normal runs lie between two events. */
function planHistory(runs: number, { draw, integerBetween }: PlanRandomness): HistoryPlan {
  const freeRuns = new Set(Array.from({ length: runs }, (_, run) => run));
  const drawRunStretch = (length: number, low = 3, high = runs - length - 2): RunRange | undefined => {
    for (let tryCount = 0; tryCount < 50; tryCount += 1) {
      const from = integerBetween(low, high);
      const runsAround = Array.from({ length: length + 4 }, (_, index) => from - 2 + index).filter((run) => run < runs);
      if (!runsAround.every((run) => freeRuns.has(run))) continue;
      for (const run of runsAround) freeRuns.delete(run);
      return { from, to: from + length - 1, isInfra: false };
    }
    return undefined;
  };
  const changes: number[] = [];
  const regressions: RunRange[] = [];
  const outages: RunRange[] = [];
  const fate = draw();
  // Plans the events of the newest runs: a broken agent, an infrastructure failure, or no event.
  if (fate < 0.25) {
    const length = integerBetween(1, 4);
    const last = drawRunStretch(length, runs - length, runs - length);
    if (last !== undefined) regressions.push(last);
    changes.push(runs - length);
  } else if (fate < 0.4) {
    const last = drawRunStretch(1, runs - 1, runs - 1);
    if (last !== undefined) outages.push({ ...last, isInfra: true });
  }
  const broken = drawRunStretch(integerBetween(3, 5)) ?? { from: 1, to: 3, isInfra: false };
  // An agent that broke and was fixed. If no change was recorded, only the length of the failures shows this.
  if (draw() < 0.6 || broken.to - broken.from < 3) changes.push(broken.from, broken.to + 1);
  if (draw() < 0.3) {
    const pastOutage = drawRunStretch(integerBetween(1, 3));
    if (pastOutage !== undefined) {
      regressions.push(pastOutage);
      changes.push(pastOutage.from, pastOutage.to + 1);
    }
  }
  for (let count = integerBetween(0, 3); count > 0; count -= 1) {
    const outage = drawRunStretch(integerBetween(1, 2));
    if (outage !== undefined) outages.push({ ...outage, isInfra: draw() < 0.5 });
  }
  return { outages, regressions, broken, changes: changes.toSorted((left, right) => left - right) };
}

function createFlakyCase(draw: DrawRandomNumber): GeneratedCaseRole {
  const failureShare = 0.3 + draw() * 0.4;
  return { name: 'flaky', share: () => failureShare };
}

/** Creates a case that passes for a while and then fails increasingly often. */
function createDecliningCase(runs: number, integerBetween: PlanRandomness['integerBetween']): GeneratedCaseRole {
  const start = integerBetween(3, Math.floor(runs / 2));
  const end = integerBetween(0, 1) === 0 ? 0.2 : 0;
  return {
    name: 'decline',
    share: (run) => (run < start ? 1 : 1 - (1 - end) * Math.min(1, (run - start + 1) / (runs - start))),
  };
}

function createBreakingCase({ from, to }: RunRange): GeneratedCaseRole {
  return { name: 'break', share: (run) => (run >= from && run <= to ? 0 : 1) };
}

function drawOutcomes(
  { share }: GeneratedCaseRole,
  { runs, attempts, plan, draw }: { runs: number; attempts: number; plan: HistoryPlan; draw: DrawRandomNumber },
): CaseTally[] {
  return Array.from({ length: runs }, (_, run) => {
    const outage = plan.outages.find(({ from, to }) => from <= run && run <= to);
    const isDown = outage !== undefined || plan.regressions.some(({ from, to }) => from <= run && run <= to);
    let passed = 0;
    for (let attempt = 0; attempt < attempts; attempt += 1) if (draw() < share(run) && !isDown) passed += 1;
    return { hash: 'h', passed, judged: attempts, infra: outage?.isInfra === true ? attempts - passed : 0 };
  });
}

/**
 * Returns the correct states of a case, judged by its visible outcomes: a flaky case that happened to pass every time
 * counts as fine.
 */
function determineCorrectStates(
  { name }: GeneratedCaseRole,
  outcomes: readonly CaseTally[],
  { runs, plan }: { runs: number; plan: HistoryPlan },
): readonly CaseHealthState[] {
  const currentOutage = plan.outages.find(({ to, isInfra }) => isInfra && to === runs - 1);
  const regression = plan.regressions.find(({ to }) => to === runs - 1);
  if (name === 'never') return ['broken'];
  if (regression !== undefined && !['flaky', 'decline'].includes(name)) {
    return regression.from === regression.to ? ['new', 'broken'] : ['broken'];
  }
  if (currentOutage !== undefined && !['flaky', 'decline'].includes(name)) return ['broken'];
  const isInCommonFailure = (run: number) =>
    [...plan.outages, ...plan.regressions].some(({ from, to }) => from <= run && run <= to);
  const ownOutcomes = outcomes.filter((_, run) => !isInCommonFailure(run));
  if (name === 'flaky' || name === 'decline') {
    const isMixed =
      ownOutcomes.some(({ passed }) => passed > 0) && ownOutcomes.some(({ passed, judged }) => passed < judged);
    const fails = ownOutcomes.toReversed().findIndex(({ passed }) => passed > 0);
    // After this many failures in a row, the case may also count as broken and not as flaky.
    const isGone = name === 'decline' && fails >= 3;
    const now: CaseHealthState[] = regression === undefined && currentOutage === undefined ? [] : ['broken', 'new'];
    if (!isMixed) return ['fine', 'back', ...now];
    return isGone ? ['flaky', 'broken', 'new'] : ['flaky', ...now];
  }
  const lastBad = Math.max(...plan.regressions.map(({ to }) => to), name === 'break' ? plan.broken.to : -1);
  const runsSince = ownOutcomes.filter(
    (_, index) => toCommonRunNumber(index, { runs, isCommon: isInCommonFailure }) > lastBad,
  );
  const passes = runsSince.reduce((sum, { passed }) => sum + passed, 0);
  return lastBad < 0 || passes >= 14 ? ['fine'] : ['back'];
}

function toCommonRunNumber(
  ownPosition: number,
  { runs, isCommon }: { runs: number; isCommon(run: number): boolean },
): number {
  return Array.from({ length: runs }, (_, run) => run).filter((run) => !isCommon(run))[ownPosition] ?? 0;
}

function listRunIds({ from, to }: RunRange): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `run-${from + index}`);
}

function countVersionChanges(changes: readonly number[], run: number): number {
  return changes.filter((from) => from <= run).length;
}
