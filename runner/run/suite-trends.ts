import { joinSuites, type RunState } from '../fold/index.ts';
import { formatAgentName } from '../format/index.ts';
import type { Database } from '../history/db/index.ts';
import { buildOverview, readTrends } from '../history/index.ts';
import { formatMinute } from '../reporters/console/failure-lines.ts';
import type { SuiteTrends } from '../reporters/html/trends-page.ts';
import { countJudged, getCaseHealthName, listSeriesRemarks } from '../verdict/index.ts';

/** The maximum number of suites in a run for which the report has a page of trends. */
const MAX_SUITES = 20;

/** Reads the results of a run's suites in the latest runs with the same agent and connector. */
export function readSuiteTrends(database: Database, state: RunState, now: number): SuiteTrends[] {
  const { series } = buildOverview(database, { now, causesOf: () => undefined });
  const { connector: ownConnector } = joinSuites(state.suites);
  const connector = state.options?.connector ?? ownConnector;
  return state.suites.slice(0, MAX_SUITES).map(({ key: suiteKey, agentId }) => {
    const { runs, cases } = readTrends(database, {
      suiteKey,
      agentId,
      connector: connector ?? '-',
      window: '50',
      same: false,
      now,
    });
    const summary = series.find(
      (each) =>
        each.suiteKey === suiteKey && each.agentId === agentId && (each.connector ?? '-') === (connector ?? '-'),
    )?.summary;
    const remarks = summary === undefined ? [] : listSeriesRemarks(summary, {}, formatMinute);
    return {
      suiteKey,
      agent: formatAgentName({ agentId, connector }),
      sentence: remarks.map(({ words }) => words).join(' · '),
      runs: runs.map(({ runId, startedAt, counts, gitCommit }) => ({
        runId,
        startedAt,
        passed: counts.passed,
        judged: countJudged(counts),
        gitCommit,
      })),
      cases: cases.rows
        .map(({ caseId, standing, passed, judged, cells }) => ({
          id: caseId,
          standing: standing === undefined ? 'fine' : getCaseHealthName(standing),
          passed,
          judged,
          cells,
        }))
        .toSorted(compareByCaseHealth),
    };
  });
}

function compareByCaseHealth(one: SuiteTrends['cases'][number], other: SuiteTrends['cases'][number]): number {
  return Number(one.standing === 'fine') - Number(other.standing === 'fine');
}
