import type { CaseStanding } from '../../fold/index.ts';
import { agentSegments } from './agent-segments.ts';
import { caseStanding, type JudgedRun } from './case-standing.ts';
import { seriesEvents } from './series-events.ts';
import type { SeriesEvent, SeriesStandings, StandingRun } from './standing.ts';

/**
 * Says how each case of the newest run stands, by the whole runs of a series up to that one: what a run has in common is
 * an event of the series and says nothing of a single case.
 */
export function seriesStandings(newestFirst: readonly StandingRun[]): SeriesStandings {
  const oldestFirst = newestFirst.toReversed();
  const agents = agentSegments(oldestFirst);
  const events = seriesEvents(oldestFirst, agents);
  const eventOf = new Map<string, SeriesEvent>();
  for (const event of events) for (const { runId } of event.runs) eventOf.set(runId, event);
  const now = events.findLast(({ over }) => over === undefined);
  const cases = new Map<string, CaseStanding>();
  for (const key of allKeys(newestFirst)) {
    cases.set(
      key,
      caseStanding(judgedRuns(key, { newestFirst, agents, eventOf }), now?.cases.has(key) ? now : undefined),
    );
  }
  return { events, cases };
}

function allKeys(runs: readonly StandingRun[]): Set<string> {
  const keys = new Set<string>();
  for (const { cases } of runs) for (const key of cases.keys()) keys.add(key);
  return keys;
}

type Series = {
  newestFirst: readonly StandingRun[];
  agents: Int32Array;
  eventOf: ReadonlyMap<string, SeriesEvent>;
};

/** Those with the content that the case has now, newest first. */
function judgedRuns(key: string, { newestFirst, agents, eventOf }: Series): JudgedRun[] {
  const runs: JudgedRun[] = [];
  let hash: string | undefined;
  for (const [age, run] of newestFirst.entries()) {
    const tally = run.cases.get(key);
    if (tally === undefined || tally.judged === 0) continue;
    hash ??= tally.hash;
    if (tally.hash !== hash) continue;
    runs.push({ run, tally, agent: agents[newestFirst.length - 1 - age] ?? 0, event: eventOf.get(run.runId) });
  }
  return runs;
}
