import type { CaseResult, CaseStatus, Counts, Fault } from '../../contract/index.ts';
import { addToFaultCounts, type CaseHealth, countAttempts, type FaultCounts } from '../../fold/index.ts';
import { type ChangeEvidence, computePassRate, countJudged, evaluateRateChange } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { applyFaultReviews } from '../read/apply-fault-reviews.ts';
import { readCurrentCaseHealth } from '../read/case-health.ts';
import { parseAgentParts, type StoredAgentParts } from '../runs/agent-parts.ts';
import { completeRunCondition, noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { listSeriesOfSuite } from '../runs/series-of-suite.ts';
import { findTurningPoint } from './find-turning-point.ts';
import { toTrendCellLetter } from './trend-cell.ts';
import type { TrendChoice } from './trend-choices.ts';
import { compareEnvironments, type TrendChange } from './trend-markers.ts';
import { connectorKey, EVERY_CONNECTOR, NO_CONNECTOR } from './trend-window.ts';

export type CaseAttempt = {
  runId: string;
  attempt: number;
  status: CaseStatus;
  startedAt: number;
  durationMs: number;
  turns: number;
  tokens: number;
  cost: number | null;
  score: number | null;
};

export type CaseRun = {
  runId: string;
  suiteKey: string;
  startedAt: number;
  agentId: string;
  connector: string | null;
  simulator: string | null;
  gitCommit: string | null;
  /** The currency of the run's costs, if the config named one. */
  currency: string | null;
  toolVersion: string;
  caseHash: string;
  counts: Counts;
  passRate: number | null;
  /** The numbers of the run's failed attempts by who was at fault. */
  faults: FaultCounts;
  /** The result of the case in the run, as a letter from `toTrendCellLetter`. */
  cell: string;
  attempts: CaseAttempt[];
};

export type CaseTrend = {
  /** The runs, oldest first, each with its attempts in order. */
  runs: CaseRun[];
  /** True if the history has older runs than those in the result. */
  more: boolean;
  turn: CaseOutcomeChange | null;
  /** The connectors of runs that contained the case; the connector of the newest complete run comes first. */
  connectors: TrendChoice[];
  /** The connector whose runs are shown; `*` for all. */
  connector: string;
  /** The agent that `turn` and `standing` refer to; set if several agents answered the case. */
  agentId?: string | undefined;
  /**
   * The health state of the case (such as broken or flaky) in the complete runs of the newest series; absent if several
   * connectors are shown.
   */
  standing?: CaseHealth | undefined;
};

/**
 * The last change of the case's result from good to bad or back: the run in which it happened, and what else changed in
 * that run.
 */
export type CaseOutcomeChange = {
  to: 'bad' | 'good';
  runId: string;
  beforeRunId: string;
  /** The number of consecutive runs with the same outcome before the change. */
  before: number;
  since: number;
  changes: TrendChange[];
  /** True if the two runs before and after the change recorded the parts of the agent. */
  hasAgentParts: boolean;
  evidence: ChangeEvidence;
};

type StoredCaseRun = CaseRun & { made: readonly StoredAgentParts[]; whole: boolean };

type CaseTrendRow = Omit<CaseRun, 'counts' | 'passRate' | 'faults' | 'cell' | 'attempts' | 'startedAt'> &
  Omit<CaseAttempt, 'startedAt'> & {
    startedAt: number;
    runStartedAt: number;
    whole: 0 | 1;
    agentParts: string | null;
    setAside: CaseResult['setAside'] | null;
    faultBy: Fault['by'] | null;
  };

const MAX_RUNS = 500;

/** Reads the results of a case in the latest runs that contained it, without deleted runs and runs in progress. */
export function readCaseTrend(
  database: Database,
  { connector: requestedConnector = '', ...caseRequest }: CaseTrendRequest,
): CaseTrend {
  const connectors = listConnectorsOfCase(database, caseRequest);
  const connector = requestedConnector || (connectors[0]?.key ?? EVERY_CONNECTOR);
  const rows = database.sqlite
    .prepare<unknown[], CaseTrendRow>(
      `WITH recent AS (
         SELECT r.* FROM runs r JOIN (
           SELECT DISTINCT run_id FROM attempts WHERE suite_key = :suiteKey AND case_id = :caseId
         ) a ON a.run_id = r.id
         WHERE r.deleted_at IS NULL AND r.status <> 'running' AND ${noForkOrExperimentCondition('r')} AND (:every OR r.connector IS :connector)
         ORDER BY r.ordinal DESC LIMIT :limit
       )
       SELECT r.id AS runId, r.suite_key AS suiteKey, r.started_at AS runStartedAt, r.agent_id AS agentId, r.connector, r.simulator,
              r.git_commit AS gitCommit, r.options ->> 'currency' AS currency, r.tool_version AS toolVersion, r.agent_parts AS agentParts, a.case_hash AS caseHash, a.attempt, a.status, a.set_aside AS setAside,
              ${completeRunCondition('r')} AS whole, a.started_at AS startedAt, a.duration_ms AS durationMs, a.turns,
              a.input_tokens + a.output_tokens AS tokens, a.cost, a.score, a.fault_by AS faultBy
       FROM attempts a JOIN recent r ON r.id = a.run_id
       WHERE a.suite_key = :suiteKey AND a.case_id = :caseId
       ORDER BY r.ordinal, a.attempt`,
    )
    .all({ ...caseRequest, ...toConnectorParameters(connector), limit: MAX_RUNS + 1 });
  const all = [...Map.groupBy(rows, ({ runId }) => runId).values()].flatMap(toCaseRun);
  const runs = all.slice(-MAX_RUNS);
  const isMixed = new Set(runs.map((run) => connectorKey(run.connector))).size > 1;
  // If several agents answer a suite, or several simulators play its users, each of them has a series of its own;
  // `turn` and `standing` refer to the agent that ran last.
  const { agentId, simulator } = runs.findLast(({ whole }) => whole) ?? runs.at(-1) ?? {};
  const ofAgent = runs.filter((run) => run.agentId === agentId && run.simulator === simulator);
  return {
    runs: applyFaultReviews(
      database,
      runs.map(({ made: _, whole: __, ...run }) => run),
      ({ suiteKey, caseId }) => suiteKey === caseRequest.suiteKey && caseId === caseRequest.caseId,
    ),
    more: all.length > MAX_RUNS,
    turn: isMixed ? null : describeLastChange(ofAgent),
    connectors,
    connector,
    ...(runs.every((run) => run.agentId === agentId) ? {} : { agentId }),
    standing: isMixed ? undefined : readCaseHealth(database, ofAgent, caseRequest),
  };
}

type CaseAddress = { suiteKey: string; caseId: string };
type CaseTrendRequest = CaseAddress & { connector?: string };

function toConnectorParameters(connector: string): { every: 0 | 1; connector: string | null } {
  if (connector === EVERY_CONNECTOR) return { every: 1, connector: null };
  return { every: 0, connector: connector === NO_CONNECTOR ? null : connector };
}

function listConnectorsOfCase({ sqlite }: Database, address: CaseAddress): TrendChoice[] {
  return sqlite
    .prepare<unknown[], { connector: string | null; runs: number }>(
      `SELECT r.connector, COUNT(*) AS runs FROM runs r JOIN (
         SELECT DISTINCT run_id FROM attempts WHERE suite_key = :suiteKey AND case_id = :caseId
       ) a ON a.run_id = r.id
       WHERE r.deleted_at IS NULL AND r.status <> 'running' AND ${noForkOrExperimentCondition('r')}
       GROUP BY r.connector ORDER BY MAX(CASE WHEN ${completeRunCondition('r')} THEN r.ordinal END) DESC, MAX(r.ordinal) DESC`,
    )
    .all(address)
    .map(({ connector, runs }) => ({ key: connectorKey(connector), runs }));
}

/** Reads the health state of the case (such as broken or flaky) in the series of the newest complete run. */
function readCaseHealth(
  database: Database,
  runs: readonly StoredCaseRun[],
  { suiteKey, caseId }: CaseAddress,
): CaseHealth | undefined {
  const newestWholeRun = runs.findLast(({ whole }) => whole);
  if (newestWholeRun === undefined) return undefined;
  const { agentId, connector, simulator } = newestWholeRun;
  const seriesOfRun = listSeriesOfSuite(database, suiteKey).find(
    (series) => series.agentId === agentId && series.connector === connector && series.simulator === simulator,
  );
  return readCurrentCaseHealth(database, seriesOfRun ?? { suiteKey, agentId, connector, simulator }).cases.get(caseId);
}

function toCaseRun(rows: readonly CaseTrendRow[]): StoredCaseRun[] {
  const [first] = rows;
  if (first === undefined) return [];
  const {
    runId,
    suiteKey,
    runStartedAt,
    agentId,
    connector,
    simulator,
    gitCommit,
    currency,
    toolVersion,
    caseHash,
    agentParts,
    whole,
  } = first;
  const attempts = rows.map(({ attempt, status, startedAt, durationMs, turns, tokens, cost, score }) => ({
    runId,
    attempt,
    status,
    startedAt,
    durationMs,
    turns,
    tokens,
    cost,
    score,
  }));
  const counts = countAttempts(rows.map(({ status, setAside }) => ({ status, setAside: setAside ?? undefined })));
  return [
    {
      runId,
      suiteKey,
      startedAt: runStartedAt,
      agentId,
      connector,
      simulator,
      gitCommit,
      currency,
      toolVersion,
      caseHash,
      counts,
      passRate: computePassRate(counts),
      faults: countFaultsOfRows(rows),
      attempts,
      whole: whole === 1,
      made: parseAgentParts(agentParts === null ? null : JSON.parse(agentParts)),
      cell: toTrendCellLetter(
        rows.map(({ status, setAside }) => (setAside === null ? status.charAt(0) : 's')).join(''),
      ),
    },
  ];
}

function countFaultsOfRows(rows: readonly CaseTrendRow[]): FaultCounts {
  let faults: FaultCounts = {};
  for (const { setAside, faultBy } of rows)
    if (setAside === null) faults = addToFaultCounts(faults, faultBy ?? undefined);
  return faults;
}

function describeLastChange(runs: readonly StoredCaseRun[]): CaseOutcomeChange | null {
  const judgedRuns = runs.filter((run) => run.passRate !== null);
  const turn = findTurningPoint(judgedRuns.map((run) => run.passRate === 1));
  if (turn === undefined) return null;
  const { at, before, since, to } = turn;
  const run = judgedRuns[at];
  const earlier = judgedRuns[at - 1];
  if (run === undefined || earlier === undefined) return null;
  const edited: TrendChange[] =
    run.caseHash === earlier.caseHash ? [] : [{ type: 'cases', edited: 1, added: 0, removed: 0 }];
  return {
    to,
    before,
    since,
    runId: run.runId,
    beforeRunId: earlier.runId,
    changes: [...compareEnvironments(earlier, run), ...edited],
    hasAgentParts: earlier.made.length > 0 && run.made.length > 0,
    // Compares the attempts since the change with all earlier attempts, because even a flaky case may have a streak of
    // equal results by chance.
    evidence: evaluateRateChange(countTrials(judgedRuns.slice(0, at)), countTrials(judgedRuns.slice(at))),
  };
}

function countTrials(runs: readonly CaseRun[]): { passed: number; judged: number } {
  let passed = 0;
  let judgedCount = 0;
  for (const { counts } of runs) {
    passed += counts.passed;
    judgedCount += countJudged(counts);
  }
  return { passed, judged: judgedCount };
}
