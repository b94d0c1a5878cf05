import type { AgentPartName } from '../../contract/index.ts';
import type { CaseKey } from '../../fold/index.ts';
import { findChangedAgentParts } from '../../verdict/index.ts';
import type { StoredAgentParts } from '../runs/agent-parts.ts';
import type { StoredTrendRun, TrendRun } from './trend-runs.ts';

/** A difference between a run and the run before it. */
export type TrendChange =
  | { type: 'suite' | 'agent' | 'connector' | 'simulator' | 'commit' | 'tool'; from: string | null; to: string | null }
  | { type: 'parts'; parts: AgentPartName[] }
  | { type: 'cases'; edited: number; added: number; removed: number };

/** The changes that came with a run; `index` is the position of the run among all runs. */
export type TrendMarker = { index: number; changes: TrendChange[] };

/** Returns the content hashes of the cases that a run judged. */
export type ContentReader = (runId: string) => ReadonlyMap<CaseKey, string>;

/**
 * Marks the runs whose suite, agent, agent parts, connector, simulator, commit, tool version or cases differ from the run before.
 * Runs are oldest first.
 */
export function findTrendMarkers(runs: readonly StoredTrendRun[], contentOf: ContentReader): TrendMarker[] {
  const markers: TrendMarker[] = [];
  let complete: TrendRun | undefined;
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const changes = [
      ...(before === undefined ? [] : compareEnvironments(before, run)),
      ...(complete === undefined ? [] : countCaseChanges(complete, run, contentOf)),
    ];
    if (changes.length > 0) markers.push({ index, changes });
    if (isComplete(run)) complete = run;
  }
  return markers;
}

/** True if the run was not stopped early. */
export function isComplete({ status }: TrendRun): boolean {
  return status === 'passed' || status === 'failed';
}

type RunEnvironment = {
  suiteKey: string;
  agentId: string;
  connector?: string | null;
  simulator?: string | null;
  gitCommit: string | null;
  toolVersion: string;
  made: readonly StoredAgentParts[];
};

/**
 * Returns the differences between two consecutive runs that may explain other results: suite, agent, connector,
 * simulator, commit, tool version and agent parts.
 */
export function compareEnvironments(before: RunEnvironment, run: RunEnvironment): TrendChange[] {
  const runPairs = [
    { type: 'suite', from: before.suiteKey, to: run.suiteKey },
    { type: 'agent', from: before.agentId, to: run.agentId },
    { type: 'connector', from: before.connector ?? null, to: run.connector ?? null },
    { type: 'simulator', from: before.simulator ?? null, to: run.simulator ?? null },
    { type: 'commit', from: before.gitCommit, to: run.gitCommit },
    { type: 'tool', from: before.toolVersion, to: run.toolVersion },
  ] as const;
  const changedParts = findChangedAgentParts(before.made, run.made);
  return [
    ...runPairs.filter(({ from, to }) => from !== to),
    ...(changedParts.length === 0 ? [] : [{ type: 'parts', parts: changedParts } as const]),
  ];
}

/**
 * Counts the edited, added and removed cases. Returns no changes for stopped runs, which may lack cases that still
 * exist in the suite, nor between runs of different suites.
 */
function countCaseChanges(before: TrendRun, run: TrendRun, contentOf: ContentReader): TrendChange[] {
  if (!isComplete(run) || run.suiteKey !== before.suiteKey || run.figures.cases === before.figures.cases) return [];
  const earlier = contentOf(before.runId);
  const newContents = contentOf(run.runId);
  const sharedCases = [...newContents].filter(([key]) => earlier.has(key));
  const counts = {
    edited: sharedCases.filter(([key, hash]) => earlier.get(key) !== hash).length,
    added: newContents.size - sharedCases.length,
    removed: earlier.size - sharedCases.length,
  };
  return counts.edited + counts.added + counts.removed === 0 ? [] : [{ type: 'cases', ...counts }];
}
