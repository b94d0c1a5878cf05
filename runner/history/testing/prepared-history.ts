import type {
  CaseResult,
  CaseStatus,
  Fault,
  Review,
  RunEventBody,
  RunOptions,
  Suite,
  Turn,
} from '../../contract/index.ts';
import { isFailing, toFaultHintKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { createEventsOfResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import { deleteRuns, pinBaseline, saveHintReview, saveReview, saveTurnReview } from '../index.ts';
import { writeEvents } from './temporary-histories.ts';

export const shopSuite = { suiteKey: 'tests/shop.jsonl', agentId: 'shop', connector: 'gpt', simulator: null };
export const twinSuite = { key: 'tests/more.jsonl', agentId: 'shop', connector: 'gpt' };
const HOUR_MS = 3_600_000;
const FIRST_START_MS = 1_700_000_000_000;

/** How a run differs from an ordinary one. A run without differences counts in all figures of its series. */
export type RunKind = {
  suite?: Partial<typeof shopSuite>;
  /** Additional suites that the run has. */
  beside?: Suite[];
  options?: Partial<RunOptions>;
  outcome?: 'cancelled' | 'interrupted';
  isRunning?: boolean;
  isDeleted?: boolean;
};

/** Additional data that the counted runs get. */
export type ExtraEvents = {
  /** The statuses of more attempts for each case, in the notation of `statuses`. */
  attempts?: string;
  /** True if the run has a second suite with the same case ids but other results. */
  hasTwin?: boolean;
};

type RunSpec = RunKind & {
  runId: string;
  at: number;
  /** The attempts of the cases A, B, C …: one letter each, with spaces between cases; `-` for a missing case. */
  statuses: string;
  hasTwin?: boolean;
};

const outcomes: Readonly<Record<string, CaseStatus>> = {
  p: 'passed',
  f: 'failed',
  e: 'error',
  t: 'timeout',
  s: 'skipped',
  /** Letters for attempts that are excluded from rates: `Q` quarantined by a person, `R` a repetition of a case. */
  Q: 'failed',
  R: 'failed',
  X: 'error',
};
const turn: Turn = {
  turn: 1,
  origin: 'case',
  input: 'hi',
  output: 'hello',
  startedAt: 1,
  durationMs: 5,
  checkpointsReached: [],
};
const criticalFaultFields = { severity: 'critical_hindered', rule: '', evidence: '' } as const;
const infraFault: Fault = { by: 'infra', kind: 'server', ...criticalFaultFields, confidence: 'certain' };
const hint: Fault = { by: 'judge', kind: 'undecided', turn: 1, ...criticalFaultFields, confidence: 'likely' };

/**
 * Fills a history with four complete runs of a series at intervals of two hours. If a kind is given, a run of this kind
 * with the opposite results is added an hour before each of them and after the last.
 */
export async function fillHistory(database: Database, kind?: RunKind, extra: ExtraEvents = {}): Promise<void> {
  const { attempts = '', hasTwin = false } = extra;
  const statuses = ['p p s pp', 'p f s pf', 'p p s fe', 'f p f et'].map((each) => addStatuses(each, attempts));
  for (const [runIndex, runStatuses] of statuses.entries()) {
    const startTime = FIRST_START_MS + 2 * runIndex * HOUR_MS;
    if (kind !== undefined)
      await writeRun(database, {
        ...kind,
        runId: `odd-${runIndex}`,
        at: startTime - HOUR_MS,
        statuses: runIndex === 3 ? 'p p p pp' : invertStatuses(runStatuses),
      });
    await writeRun(database, { runId: `whole-${runIndex + 1}`, at: startTime, statuses: runStatuses, hasTwin });
  }
  if (kind !== undefined)
    await writeRun(database, {
      ...kind,
      runId: 'odd-4',
      at: FIRST_START_MS + 7 * HOUR_MS,
      statuses: invertStatuses(statuses[3] ?? ''),
    });
  pinBaseline(database, { series: shopSuite, runId: 'whole-2', now: FIRST_START_MS });
}

/**
 * Fills a history with the four complete runs including all optional data, and adds a run of each of these kinds before
 * the third and after the last one.
 */
export async function fillWithRunKinds(database: Database, kinds: Readonly<Record<string, RunKind>>): Promise<void> {
  const statuses = ['p p s pp', 'p f s pf', 'p p s fe', 'f p f et'].map((each) => addStatuses(each, 'sQR'));
  for (const [runIndex, runStatuses] of statuses.entries()) {
    const startTime = FIRST_START_MS + 2 * runIndex * HOUR_MS;
    if (runIndex === 2)
      await writeRunsOfKinds(database, kinds, {
        at: startTime - HOUR_MS,
        statuses: invertStatuses(runStatuses),
        name: 'early',
      });
    await writeRun(database, { runId: `whole-${runIndex + 1}`, at: startTime, statuses: runStatuses, hasTwin: true });
  }
  await writeRunsOfKinds(database, kinds, {
    at: FIRST_START_MS + 7 * HOUR_MS,
    statuses: invertStatuses(statuses[3] ?? ''),
    name: 'late',
  });
  pinBaseline(database, { series: shopSuite, runId: 'whole-2', now: FIRST_START_MS });
}

/**
 * Fills a history with runs of only some of the cases: the last run has the fewest cases, and the earlier ones have
 * several suites.
 */
export async function addRunsWithFewerCases(database: Database): Promise<void> {
  const startTime = FIRST_START_MS + 8 * HOUR_MS;
  await writeRun(database, { runId: 'skipped', at: startTime, statuses: 's peX' });
  await writeRun(database, { runId: 'set-aside', at: startTime + 1_000, statuses: 'Q p' });
  const statuses = 'f e p fp';
  await writeRun(database, { runId: 'several', at: startTime + 2_000, statuses, hasTwin: true });
  const others = { at: startTime + 3_000, statuses: invertStatuses(statuses), beside: [twinSuite] };
  await writeRun(database, { ...others, runId: 'several-of-clerk', suite: { agentId: 'clerk' } });
  await writeRun(database, { ...others, runId: 'several-on-claude', suite: { connector: 'claude' } });
  await writeRun(database, { ...others, runId: 'several-with-shopper', options: { simulator: 'shopper' } });
  await writeRun(database, { runId: 'last', at: startTime + HOUR_MS, statuses: '- p' });
}

type ExtraRunsRequest = { at: number; statuses: string; name: string };

async function writeRunsOfKinds(
  database: Database,
  kinds: Readonly<Record<string, RunKind>>,
  { at, statuses, name }: ExtraRunsRequest,
): Promise<void> {
  for (const [runIndex, [kind, runStatuses]] of Object.entries(kinds).entries())
    await writeRun(database, { ...runStatuses, runId: `${name}-${kind}`, at: at + 60_000 * runIndex, statuses });
}

function addStatuses(statuses: string, otherStatuses: string): string {
  return statuses
    .split(' ')
    .map((each) => each + otherStatuses)
    .join(' ');
}

function invertStatuses(statuses: string): string {
  return statuses.replaceAll(/[pfets]/g, (letter, position) => (letter === 'p' ? 'fe'.charAt(position % 2) : 'p'));
}

async function writeRun(database: Database, spec: RunSpec): Promise<void> {
  const { runId, at, suite, options, outcome, isRunning = false, isDeleted = false, hasTwin = false } = spec;
  const { suiteKey, agentId, connector } = { ...shopSuite, ...suite };
  const otherRunIds = hasTwin ? [twinSuite] : (spec.beside ?? []);
  const results = makeResults(spec);
  const twins = hasTwin ? makeResults({ ...spec, statuses: invertStatuses(spec.statuses) }) : [];
  const bodies = createEventsOfResults({
    runId,
    at,
    suiteKey,
    agentId,
    connector,
    results,
    missed: [],
    outcome: results.some(({ status }) => isFailing(status)) ? 'failed' : 'passed',
    options: { ...options, ...(otherRunIds.length === 0 ? {} : { input: 'tests' }) },
  }).flatMap((body): RunEventBody[] => {
    if (body.type === 'run.started') return [{ ...body, suites: [...body.suites, ...otherRunIds] }];
    if (body.type !== 'run.finished') return [body];
    const others = twins.map(
      (result): RunEventBody => ({
        type: 'case.finished',
        suiteKey: twinSuite.key,
        caseId: result.id,
        attempt: result.attempt,
        result,
      }),
    );
    return [...others, outcome === undefined ? body : { ...body, outcome }];
  });
  const writtenBodies = isRunning ? bodies.slice(0, -1) : bodies;
  await writeEvents(
    database,
    writtenBodies.map((body, index) => ({ v: 1, runId, seq: index + 1, at, ...body })),
  );
  const caseId = results[0]?.id ?? '';
  addReviews(database, { runId, suiteKey, caseId });
  if (hasTwin) addReviews(database, { runId, suiteKey: twinSuite.key, caseId });
  if (isDeleted) deleteRuns(database, [runId], FIRST_START_MS);
}

function makeResults({ runId, statuses, at }: RunSpec): CaseResult[] {
  return statuses.split(' ').flatMap((letters, position) => {
    const id = String.fromCharCode(65 + position);
    return [...letters.replace('-', '')].map(
      (letter, index): CaseResult =>
        caseResult({
          id,
          kind: 'dynamic',
          status: outcomes[letter],
          attempt: index + 1,
          hash: `hash-of-${id}`,
          startedAt: at + position * 1_000 + index,
          durationMs: (runId.startsWith('odd') ? 300 : 100) * (position + 1 + index),
          ...('QX'.includes(letter) ? { setAside: 'quarantine' } : {}),
          ...(letter === 'R' ? { setAside: 'repeat' } : {}),
          ...('eX'.includes(letter) ? { fault: infraFault } : {}),
          faults: [hint],
          turns: [{ ...turn, response: { content: `hello from ${runId}`, toolCalls: [] } }],
          toolCalls: [{ tool: `tool_of_${runId}` }],
          usage: { agent: { inputTokens: 10, outputTokens: index, calls: 1, retries: 0, cost: position + 0.5 } },
        }),
    );
  });
}

type FirstCase = { runId: string; suiteKey: string; caseId: string };

/** Adds reviews which say that the first attempt of each run was not the agent's fault. */
function addReviews(database: Database, { runId, suiteKey, caseId }: FirstCase): void {
  const reviewAddress = { suiteKey, caseId, attempt: 1, reviewer: 'ann', reviewedAt: 1 };
  const review: Review = { ...reviewAddress, verdict: 'not_agent', note: runId };
  saveReview(database, runId, review);
  saveTurnReview(database, runId, { ...review, turn: 1 });
  saveHintReview(database, runId, { ...reviewAddress, fault: toFaultHintKey(hint), word: 'confirmed' });
}
