import type { AgentParts, CaseResult, RunEventBody, RunOptions } from '../contract/index.ts';
import { defaultEnvironment } from '../contract/index.ts';
import { countStatuses } from '../fold/index.ts';
import { computePassRate } from '../verdict/index.ts';

export type RecordedResults = {
  runId: string;
  at: number;
  results: readonly CaseResult[];
  suiteKey?: string;
  agentId?: string;
  connector?: string;
  gitCommit?: string;
  parts?: AgentParts;
  outcome?: 'passed' | 'failed' | 'cancelled';
  missed?: string[];
  options?: Partial<RunOptions>;
};

/** Returns the events of a finished run with these results. The `hash` of a case stands for its content. */
export function createEventsOfResults(recordedResults: RecordedResults): RunEventBody[] {
  const {
    results,
    suiteKey = 'tests/suite.jsonl',
    agentId = 'shop',
    connector,
    gitCommit,
    parts,
    options,
  } = recordedResults;
  const counts = countStatuses(results.map(({ status }) => status));
  const first = new Map(results.map((result) => [result.id, result]));
  const outcome = recordedResults.outcome ?? (counts.passed === results.length ? 'passed' : 'failed');
  return [
    {
      type: 'run.started',
      suites: [
        {
          key: suiteKey,
          agentId,
          ...(connector === undefined ? {} : { connector }),
          ...(parts === undefined ? {} : { parts }),
        },
      ],
      total: first.size,
      cases: [...first.values()].map(({ id, kind, hash = `hash-of-${id}` }) => ({ suiteKey, id, kind, hash })),
      options: {
        input: suiteKey,
        attempts: Math.max(1, ...results.map(({ attempt }) => attempt)),
        parallel: 1,
        failFast: false,
        timeoutMs: 1_000,
        ...options,
      },
      environment: defaultEnvironment,
      toolVersion: '0.0.0-test',
      ...(gitCommit === undefined ? {} : { gitCommit }),
    },
    ...results.map(
      (result): RunEventBody => ({
        type: 'case.finished',
        suiteKey,
        caseId: result.id,
        attempt: result.attempt,
        result,
      }),
    ),
    {
      type: 'run.finished',
      outcome,
      summary: { total: first.size, attempts: 1, counts, passRate: computePassRate(counts), durationMs: 1, usage: {} },
      exitCode: outcome === 'passed' ? 0 : 1,
      reason: 'over',
      ...(outcome === 'cancelled'
        ? {}
        : { missed: recordedResults.missed ?? (outcome === 'passed' ? [] : ['failures']) }),
    },
  ];
}
