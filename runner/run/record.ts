import type { Database } from '../../lib/db/index.ts';
import { baselineStandings, createEarlierAttempts, createHistoryWriter } from '../../lib/history/index.ts';
import type { RunPlan } from '../contract/index.ts';
import { executeRun } from '../engine/execute-run.ts';
import type { RunState } from '../fold/index.ts';
import { kinds } from '../kinds/kinds.ts';
import type { RunnerPorts, RunObserver } from '../ports/index.ts';
import { errorText } from '../values/index.ts';
import { type Baseline, createRunJudge } from '../verdict/index.ts';
import type { WantedBaseline } from './prepare/chosen-baseline.ts';
import { systemClock } from './system-clock.ts';

/**
 * A plan, and the history that it is recorded in. `resume` names the run whose complete attempts are taken over;
 * `baseline` says which run the result is compared with.
 */
export type Recording = {
  plan: RunPlan;
  ports: Pick<RunnerPorts, 'agents' | 'scripts' | 'scorers' | 'attachments' | 'snapshots' | 'render' | 'redact'>;
  observers: readonly RunObserver[];
  history: { database: Database; resume?: string | undefined; baseline: WantedBaseline };
};

/** `complaints`: what went wrong beside the cases, such as an observer that threw. */
export type Recorded = { state: RunState; complaints: string[] };

/** Executes a plan and records it. Returns when everything that could be written is in the history. */
export async function recordRun(
  { plan, ports, observers, history }: Recording,
  signal: AbortSignal,
): Promise<Recorded> {
  const { database, resume, baseline } = history;
  const complaints: string[] = [];
  const writer = createHistoryWriter({ file: database.file });
  const state = await executeRun(
    plan,
    {
      ...ports,
      clock: systemClock,
      observers: [writer, ...observers],
      earlier: resume === undefined ? undefined : earlierAttempts(database, resume),
      kinds,
      judge: createRunJudge(baselineReader({ database, wanted: baseline, complaints })),
      onObserverError: (observer, error) => complaints.push(`${observer}: ${errorText(error)}`),
    },
    signal,
  );
  await writer.close().catch((error: unknown) => complaints.push(`the history is incomplete: ${errorText(error)}`));
  return { state, complaints };
}

function earlierAttempts(database: Database, runId: string): NonNullable<RunnerPorts['earlier']> {
  const find = createEarlierAttempts(database, runId);
  return {
    find: ({ suiteKey, case: { id, hash } }, attempt) => find({ suiteKey, caseId: id, caseHash: hash, attempt }),
  };
}

type BaselineSource = { database: Database; wanted: WantedBaseline; complaints: string[] };

/** A baseline that cannot be read is reported, and fails nothing. */
function baselineReader({ database, wanted, complaints }: BaselineSource): Baseline | undefined {
  if (wanted.kind === 'none') return undefined;
  return (run) => {
    try {
      return baselineStandings(database, run, wanted.kind === 'run' ? wanted.runId : undefined);
    } catch (error) {
      complaints.push(`the baseline could not be read: ${errorText(error)}`);
      return undefined;
    }
  };
}
