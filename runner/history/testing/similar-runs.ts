import {
  type CaseResult,
  type CaseStatus,
  defaultEnvironment,
  type Fault,
  type Review,
  type RunEvent,
  type RunEventBody,
} from '../../contract/index.ts';
import { attemptKey, toFaultHintKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  pinBaseline,
  saveDecision,
  saveHintReview,
  saveJudgeCheck,
  saveReview,
  saveTurnReview,
} from '../index.ts';
import { createLiveTextWriter } from '../write/live-text-writer.ts';
import { writeEvents } from './temporary-histories.ts';

/** The ids of the runs in the history: finished, unfinished and deleted ones. */
export const similarRuns = ['over', 'also-over', 'going', 'also-going', 'deleted', 'also-deleted'];
/** The id of the run to query and change: neither the first run of its kind nor the longest. */
export const finishedRun = 'also-over';
export const unfinishedRun = 'also-going';
/** The attempt to query. It is not the first attempt, and belongs to neither the first suite nor the first case. */
export const casePosition = { suiteKey: 'tests/suite.jsonl', caseId: 'B', attempt: 2 };
const suites = ['tests/other.jsonl', casePosition.suiteKey];
/** Attempts whose position differs from `casePosition` in one field. */
const otherAttempts = [{ suiteKey: 'tests/other.jsonl' }, { caseId: 'A' }, { attempt: 1 }].map((other) => ({
  ...casePosition,
  ...other,
}));

const criticalFaultFields = { severity: 'critical_hindered', rule: '', evidence: '' } as const;
const hints = [1, 2].map(
  (turn): Fault => ({ by: 'judge', kind: 'undecided', turn, ...criticalFaultFields, confidence: 'likely' }),
);
/** The keys of the probable faults that every generated attempt has. */
export const hintKeys = hints.map(toFaultHintKey);
const infraFault: Fault = { by: 'infra', kind: 'server', ...criticalFaultFields, confidence: 'certain' };
const packedEventCount = 36;

/** Fills a history with runs of the same cases that differ in their texts, with verdicts of people and models. */
export async function fillWithSimilarRuns(database: Database): Promise<void> {
  for (const runId of similarRuns.filter((each) => !isUnfinished(each)))
    await writeEvents(database, eventsOfSimilarRun(runId));
  // The runs are written alternately and in parts, so that only some of their events are packed.
  const open = similarRuns.filter(isUnfinished).map((runId) => eventsOfSimilarRun(runId).slice(0, -1));
  for (const events of open) await writeEvents(database, events.slice(0, packedEventCount));
  const longestQueue = Math.max(...open.map(({ length }) => length));
  for (let index = packedEventCount; index < longestQueue; index += 1)
    for (const events of open) await writeEvents(database, events.slice(index, index + 1));
  for (const runId of similarRuns) addHintReviews(database, runId);
  deleteRuns(database, ['deleted', 'also-deleted'], 9);
  for (const suiteKey of suites) {
    for (const agentId of ['shop', 'clerk'])
      for (const connector of ['gpt', 'claude'])
        pinBaseline(database, {
          series: { suiteKey, agentId, connector, simulator: null },
          runId: finishedRun,
          now: 9,
        });
    saveJudgeCheck(database, suiteKey, { checked: [], checkedAt: 1 });
    database.sqlite
      .prepare("INSERT INTO judges VALUES (?, 'judge', 'gpt', '', 'unreliable', 1, '{\"reasons\": []}')")
      .run(suiteKey);
  }
  const third = { suiteKey: 'tests/third.jsonl', agentId: 'shop', connector: 'gpt', simulator: null };
  pinBaseline(database, { series: third, runId: 'over', now: 9 });
}

function isUnfinished(runId: string): boolean {
  return runId.includes('going');
}

/** Returns the events of a run, ending with its end. The first runs of each kind have more attempts. */
export function eventsOfSimilarRun(runId: string): RunEvent[] {
  const startTime = 1_700_000_000_000 + 1_000 * similarRuns.indexOf(runId);
  const attempts: CaseStatus[] = ['failed', 'error', ...(runId.startsWith('also') ? [] : (['passed'] as const))];
  const results = suites.flatMap((suiteKey) => [
    ...['A', 'B'].flatMap((id) =>
      attempts.map((status, index) => ({
        suiteKey,
        result: makeResult(runId, { id, attempt: index + 1, at: startTime, status }),
      })),
    ),
    // These results belong to cases that are excluded from rates: skipped or quarantined ones.
    { suiteKey, result: { ...makeResult(runId, { id: 'C', attempt: 1, at: startTime, status: 'skipped' }) } },
    {
      suiteKey,
      result: {
        ...makeResult(runId, { id: 'D', attempt: 1, at: startTime, status: 'failed' }),
        setAside: 'quarantine' as const,
      },
    },
  ]);
  const bodies: RunEventBody[] = [
    {
      type: 'run.started',
      suites: [{ key: casePosition.suiteKey, agentId: 'shop', connector: 'gpt' }],
      total: 8,
      cases: suites.flatMap((suiteKey) =>
        ['A', 'B', 'C', 'D'].map((id) => ({ suiteKey, id, kind: 'dynamic' as const, hash: `hash-of-${id}` })),
      ),
      options: {
        input: casePosition.suiteKey,
        attempts: attempts.length,
        parallel: 1,
        failFast: false,
        timeoutMs: 1_000,
      },
      environment: defaultEnvironment,
      toolVersion: '0.0.0-test',
    },
    ...results.flatMap(({ suiteKey, result }): RunEventBody[] => {
      const attemptId = { suiteKey, caseId: result.id, attempt: result.attempt };
      return [
        { type: 'case.started', ...attemptId },
        ...makeModelCalls(runId, attemptId),
        { type: 'case.finished', ...attemptId, result },
      ];
    }),
    {
      type: 'run.finished',
      outcome: 'failed',
      exitCode: 1,
      reason: 'over',
      summary: {
        total: 8,
        attempts: attempts.length,
        passRate: 0,
        durationMs: 1,
        usage: {},
        counts: { passed: 0, failed: 0, error: 0, timeout: 0, skipped: 0 },
      },
    },
  ];
  return bodies.map((body, index): RunEvent => ({ v: 1, runId, seq: index + 1, at: startTime + index, ...body }));
}

type SimilarAttempt = { id: string; attempt: number; at: number; status: CaseStatus };

/**
 * Makes a result of an attempt. The texts of one attempt are long enough to be stored separately; those of the others
 * fill packs.
 */
function makeResult(runId: string, { id, attempt, at, status }: SimilarAttempt): CaseResult {
  const attemptName = `${id} ${attempt} of ${runId}`;
  const longText = 'x'.repeat(id === casePosition.caseId && attempt === casePosition.attempt ? 70_000 : 9_000);
  const isShort = id === 'C' || id === 'D';
  const cost = similarRuns.indexOf(runId) + attempt;
  return caseResult({
    id,
    attempt,
    kind: 'dynamic',
    status,
    faults: hints,
    startedAt: at + attempt,
    ...(status === 'error' ? { fault: infraFault } : {}),
    output: isShort ? attemptName : `${attemptName} ${longText}`,
    toolCalls: [{ tool: `tool_of_${runId}` }],
    turns: [1, 2].map((turn) => ({
      turn,
      origin: 'case' as const,
      input: `hi ${attemptName}`,
      output: `hello ${turn} ${attemptName}`,
      startedAt: at,
      durationMs: 5,
      checkpointsReached: [],
      response: { content: `hello ${attemptName}`, toolCalls: [] },
    })),
    usage: { agent: { inputTokens: 10, outputTokens: attempt, calls: 1, retries: 0, cost } },
  });
}

/** Makes two model calls with the same instructions, which are stored only once. */
function makeModelCalls(runId: string, attemptId: typeof casePosition): RunEventBody[] {
  return [1, 2].map((turn) => ({
    type: 'model.called',
    ...attemptId,
    turn,
    role: 'agent',
    agentId: 'shop',
    connector: 'gpt',
    startedAt: turn,
    durationMs: 1,
    request: {
      messages: [{ role: 'system', content: `${runId} ${'be kind '.repeat(100)}` }, `${turn} ${attemptId.caseId}`],
    },
    answer: {
      content: `answer ${turn} of ${runId} ${attemptId.suiteKey} ${attemptId.caseId} ${attemptId.attempt}`,
      toolCalls: [],
    },
  }));
}

export const decision = {
  ...casePosition,
  queue: 'tone',
  otherRunId: 'also-over',
  otherAttempt: 1,
  reviewer: 'ann',
  label: 'kind',
  note: 'first',
  decidedAt: 5,
};

export const review: Review = { ...casePosition, reviewer: 'ann', verdict: 'bad', note: 'first', reviewedAt: 5 };

function addHintReviews(database: Database, runId: string): void {
  const write = createLiveTextWriter(database.sqlite);
  for (const attemptId of [casePosition, ...otherAttempts]) {
    for (const reviewer of ['ann', 'bob']) {
      const word = { ...review, ...attemptId, reviewer, note: `${runId} ${reviewer}` };
      saveReview(database, runId, word);
      for (const turn of [1, 2]) saveTurnReview(database, runId, { ...word, turn });
      for (const queue of ['tone', 'facts']) {
        saveDecision(database, { ...decision, ...attemptId, queue, runId, reviewer });
        saveDecision(database, { ...decision, ...attemptId, queue, runId, reviewer, otherRunId: 'over' });
        saveDecision(database, { ...decision, ...attemptId, queue, runId, reviewer, otherAttempt: 2 });
      }
      for (const fault of hintKeys)
        saveHintReview(database, runId, { ...attemptId, reviewer, fault, word: 'confirmed', reviewedAt: 5 });
    }
    write(runId, { attemptKey: attemptKey(attemptId), turn: 1, text: `so far ${runId} ${attemptKey(attemptId)}` });
  }
}
