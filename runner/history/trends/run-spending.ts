import * as z from 'zod';
import { type Phase, usageRoles, usageSchema } from '../../contract/index.ts';
import {
  type AttemptKey,
  addSpending,
  addUsage,
  attemptKey,
  type CaseKey,
  caseKey,
  type SpendingByRole,
  spendingPhases,
  sumMsOfRoles,
  sumUsageOfRoles,
  toSpendingByRole,
  waitEndingEventTypes,
} from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { type EventRow, getAttemptAddressOfRow, parseAttemptKey, parseData } from '../log/event-row.ts';
import { readRows } from '../log/read-rows.ts';
import { readAttemptsOfCase } from '../read/attempts-of-case.ts';

/** The total spending of a case's attempts. */
export type CaseSpending = { suiteKey: string; id: string; attempts: number; spent: SpendingByRole };

/**
 * The cases of a run by their spending, most expensive first. At most 500 are listed; `total` and `count` cover all.
 */
export type RunSpending = { total: SpendingByRole; cases: CaseSpending[]; count: number };

/**
 * The spending of one turn. Turn 0 contains everything that belongs to no turn, such as judges of the whole attempt.
 */
export type TurnSpending = { attempt: number; turn: number; spent: SpendingByRole };

const MAX_CASES = 500;

/** The spending of a run, in total and by case. */
export function readRunSpending(database: Database, runId: string): RunSpending {
  const cases = new Map<CaseKey, CaseSpending>();
  let total: SpendingByRole = {};
  for (const [key, { turns, whole }] of readSpendingByAttempt(database, runId)) {
    const { suiteKey, caseId } = parseAttemptKey(key);
    const name = caseKey(suiteKey, caseId);
    const entry = cases.get(name) ?? { suiteKey, id: caseId, attempts: 0, spent: {} };
    const spending = combineTimesWithUsage(sumSpending(turns.values()), whole);
    cases.set(name, { ...entry, attempts: entry.attempts + 1, spent: addSpending(entry.spent, spending) });
    total = addSpending(total, spending);
  }
  const sortedCases = [...cases.values()].toSorted(
    (one, other) => computeSpendingWeight(other) - computeSpendingWeight(one),
  );
  return { total, cases: sortedCases.slice(0, MAX_CASES), count: cases.size };
}

/** Reads the spending of one case, turn by turn. */
export function readCaseSpending(
  database: Database,
  runId: string,
  { suiteKey, caseId }: { suiteKey: string; caseId: string },
): TurnSpending[] {
  const attempts = readAttemptsOfCase(database, runId, { suiteKey, caseId })?.attempts ?? [];
  const keys = attempts.map(({ attempt }) => attemptKey({ suiteKey, caseId, attempt }));
  return [...readSpendingByAttempt(database, runId, keys)].flatMap(([key, { turns, whole }]) => {
    const { attempt } = parseAttemptKey(key);
    const spentOutsideTurns = subtractSpendingOfTurns(whole, sumSpending(turns.values()));
    return [
      ...[...turns]
        .toSorted(([one], [other]) => one - other)
        .map(([turn, spending]) => ({ attempt, turn, spent: spending })),
      ...(Object.keys(spentOutsideTurns).length === 0 ? [] : [{ attempt, turn: 0, spent: spentOutsideTurns }]),
    ];
  });
}

/** The weight by which cases are sorted: their cost if it is known, otherwise their tokens, otherwise their time. */
function computeSpendingWeight({ spent }: CaseSpending): number {
  const usage = sumUsageOfRoles(spent);
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  return (usage?.cost ?? 0) * 1e12 + tokens * 1e3 + sumMsOfRoles(spent) / 1e6;
}

const resultSchema = z.object({ usage: z.partialRecord(z.enum(usageRoles), usageSchema).optional() });
const turnSchema = z.object({ turn: z.int(), usage: z.unknown().optional() });
/** The fields of events about time and usage; in `turn.finished`, `turn` is an object instead of a number. */
const spendingSchema = z.object({
  turn: z.union([z.int(), turnSchema]).optional(),
  usage: z.unknown().optional(),
  phase: z.enum(spendingPhases).optional(),
  role: z.enum(usageRoles).optional(),
  durationMs: z.number().optional(),
  result: z.unknown().optional(),
});
type SpendingRow = Pick<EventRow, 'at' | 'type'> & { eventFields: z.infer<typeof spendingSchema> };

type AttemptSpending = {
  turns: Map<number, SpendingByRole>;
  /** The usage of models according to the results of attempts. It includes calls that were not recorded as events. */
  whole: SpendingByRole;
  wait?: { turn: number; phase: Phase; at: number } | undefined;
  /** The numbers of the turns in which the agent reported its own usage. */
  told: Set<number>;
};

const spendingEventTypes = [
  ...['phase.started', 'turn.finished', 'checkpoint.updated', 'assertion.finished', 'score.finished'],
  ...['case.repeated', 'case.finished', 'delivery.dropped', 'tool.finished', 'model.called'],
];

function readSpendingByAttempt(
  database: Database,
  runId: string,
  keys?: readonly AttemptKey[],
): Map<AttemptKey, AttemptSpending> {
  const attempts = new Map<AttemptKey, AttemptSpending>();
  for (const { attemptKey: storedKey, at, type, data } of readRows(database, runId, {
    afterSeq: 0,
    attemptKeys: keys,
    types: spendingEventTypes,
  })) {
    const attemptId = getAttemptAddressOfRow({ attemptKey: storedKey });
    if (attemptId === undefined) continue;
    const key = attemptKey(attemptId);
    const attempt = attempts.get(key) ?? { turns: new Map(), whole: {}, told: new Set() };
    attempts.set(key, attempt);
    const parsed = spendingSchema.safeParse(parseData(data));
    // Unreadable events are counted as if the calls in them had cost nothing.
    if (parsed.success) applySpendingRow(attempt, { at, type, eventFields: parsed.data });
  }
  return attempts;
}

function applySpendingRow(attempt: AttemptSpending, { type, at, eventFields }: SpendingRow): void {
  const { phase, role, durationMs = 0, result } = eventFields;
  const { turn, usage } =
    typeof eventFields.turn === 'object' ? eventFields.turn : { turn: eventFields.turn ?? 1, usage: eventFields.usage };
  if (waitEndingEventTypes.some((end) => end === type)) addWaitTime(attempt, at);
  if (type === 'phase.started' && phase !== undefined) attempt.wait = { turn, phase, at };
  if (type === 'tool.finished') addToTurn(attempt, turn, { tool: { ms: durationMs } });
  if (type === 'case.finished' || type === 'case.repeated') addTotalUsage(attempt, result);
  if (type === 'delivery.dropped') {
    addTotalUsage(attempt, { usage: eventFields.usage });
    return;
  }
  if (usage === undefined) return;
  if (type === 'model.called' && role !== undefined && !attempt.told.has(turn)) {
    addToTurn(attempt, turn, { [role]: { ms: 0, usage: usageSchema.parse(usage) } });
  }
  if (type === 'turn.finished') replaceAgentUsage(attempt, turn, usage);
}

function addTotalUsage(attempt: AttemptSpending, result: unknown): void {
  const { usage } = resultSchema.parse(result);
  if (usage !== undefined) attempt.whole = addSpending(attempt.whole, toSpendingByRole(usage));
}

/**
 * In turns for which the agent reported its own usage, subtracts the recorded calls, because the agent's report
 * includes them.
 */
function replaceAgentUsage({ turns, told }: AttemptSpending, turn: number, usage: unknown): void {
  const spending = turns.get(turn) ?? {};
  turns.set(turn, { ...spending, agent: { ms: spending.agent?.ms ?? 0, usage: usageSchema.parse(usage) } });
  told.add(turn);
}

function addWaitTime(attempt: AttemptSpending, eventTime: number): void {
  const { wait } = attempt;
  if (wait === undefined) return;
  attempt.wait = undefined;
  addToTurn(attempt, wait.turn, { [wait.phase]: { ms: Math.max(0, eventTime - wait.at) } });
}

function addToTurn({ turns }: AttemptSpending, turn: number, spending: SpendingByRole): void {
  turns.set(turn, addSpending(turns.get(turn) ?? {}, spending));
}

function sumSpending(all: Iterable<SpendingByRole>): SpendingByRole {
  let sum: SpendingByRole = {};
  for (const spending of all) sum = addSpending(sum, spending);
  return sum;
}

/** Returns the spending by turn: times from the events of the turns, and usage from the results if there are any. */
function combineTimesWithUsage(turns: SpendingByRole, total: SpendingByRole): SpendingByRole {
  if (Object.keys(total).length === 0) return turns;
  const timesByRole = Object.fromEntries(Object.entries(turns).map(([role, { ms }]) => [role, { ms }]));
  return addSpending(timesByRole, total);
}

/** Returns the usage that the results of the attempts contain in addition to the usage of the turns. */
function subtractSpendingOfTurns(total: SpendingByRole, turns: SpendingByRole): SpendingByRole {
  const remainingSpending: SpendingByRole = {};
  for (const role of usageRoles) {
    const all = total[role]?.usage;
    const recordedUsage = turns[role]?.usage;
    if (all === undefined) continue;
    const difference = recordedUsage === undefined ? all : addUsage(all, negateUsage(recordedUsage));
    if (difference !== undefined && difference.inputTokens + difference.outputTokens > 0)
      remainingSpending[role] = { ms: 0, usage: difference };
  }
  return remainingSpending;
}

function negateUsage({ inputTokens, outputTokens, calls, retries, cost }: z.infer<typeof usageSchema>) {
  return {
    inputTokens: -inputTokens,
    outputTokens: -outputTokens,
    calls: -calls,
    retries: -retries,
    ...(cost === undefined ? {} : { cost: -cost }),
  };
}
