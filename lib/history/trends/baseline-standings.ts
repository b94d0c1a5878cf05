import { joinSuites, type RunState } from '../../../runner/fold/index.ts';
import type { ComparedSide } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { suiteKeyOf } from '../write/batch-rows.ts';
import { runStandings } from './run-standings.ts';
import { usualBase } from './usual-base.ts';

/** Returns the side that a run is compared with by default, if there is one. */
export function baselineStandings(database: Database, run: RunState): ComparedSide | undefined {
  const { runId, suites, options, startedAt = Date.now() } = run;
  if (options === undefined) return undefined;
  const { agentId } = joinSuites(suites);
  const base = usualBase(database, { runId, suiteKey: suiteKeyOf({ suites, options }), agentId, startedAt });
  return base === undefined ? undefined : runStandings(database, base);
}
