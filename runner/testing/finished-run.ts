import type { AnnouncedCaseByKind, CaseKind, CaseResult, ResultByKind } from '../contract/index.ts';
import { defaultEnvironment } from '../contract/index.ts';
import {
  type CaseRow,
  countAttempts,
  countFaults,
  emptyRunState,
  type RunState,
  toExclusionOfCase,
  toFinishedRowFields,
} from '../fold/index.ts';
import { isJsonObject } from '../values/index.ts';

export type FinishedRun = { state: RunState; resultsOf: (row: CaseRow) => CaseResult[] };

/** Returns a result of one attempt; by default, the attempt passed in 1.5 s. */
export function caseResult(fields: Partial<CaseResult> = {}): CaseResult {
  const result: ResultByKind[CaseKind] = {
    id: 'T001',
    kind: 'standard',
    attempt: 1,
    status: 'passed',
    startedAt: 1_700_000_000_000,
    durationMs: 1_500,
    assertions: [],
    toolCalls: [],
    ...fields,
  };
  return result;
}

/** Returns a finished run with these results: one case per id, in the order of their first attempts. */
export function finishedRun(results: readonly CaseResult[], stateFields: Partial<RunState> = {}): FinishedRun {
  const cases = Map.groupBy(results, (result) => result.id);
  const attempts = Math.max(1, ...results.map((result) => result.attempt));
  const counts = countAttempts(results);
  const badCount = counts.failed + counts.error + counts.timeout;
  return {
    state: {
      ...emptyRunState('run-1'),
      status: badCount > 0 || results.length === 0 ? 'failed' : 'passed',
      startedAt: 1_700_000_000_000,
      finishedAt: 1_700_000_004_000,
      exitCode: badCount > 0 || results.length === 0 ? 1 : 0,
      suites: [{ key: 'tests/suite.jsonl', agentId: 'echo', connector: 'openai.gpt' }],
      options: { input: 'tests/suite.jsonl', attempts, parallel: 1, failFast: false, timeoutMs: 120_000 },
      environment: defaultEnvironment,
      toolVersion: '0.0.0-test',
      counts,
      faults: countFaults(results),
      rows: [...cases].map(([id, statuses]) => toRow(id, statuses)),
      ...stateFields,
    },
    resultsOf: (row) => cases.get(row.id) ?? [],
  };
}

function toRow(id: string, results: readonly CaseResult[]): CaseRow {
  const [first] = results;
  const announcedCase: AnnouncedCaseByKind[CaseKind] = {
    suiteKey: 'tests/suite.jsonl',
    id,
    kind: first?.kind ?? 'standard',
    hash: `hash-of-${id}`,
    name: first?.name,
    tags: first?.tags,
    setAside: toExclusionOfCase(first?.setAside ?? null),
    test: first?.test,
    range: first?.scores?.[0]?.range,
    metadata: isJsonObject(first?.metadata) ? first.metadata : undefined,
  };
  const attempts = results.map((result) => ({
    attempt: result.attempt,
    status: result.status,
    turns: 1,
    ...toFinishedRowFields(result),
  }));
  return { ...announcedCase, attempts };
}
