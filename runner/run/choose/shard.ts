import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { type CaseKey, caseKey } from '../../fold/index.ts';
import { formatCountWithNoun } from '../../format/index.ts';
import { openDatabase } from '../../history/db/index.ts';
import { readCaseDurations, toSeries } from '../../history/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { getHistoryFile } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Keeps the cases of a plan that belong to the shard of `--shard`. Throws if there are fewer cases than shards. */
export function keepCasesOfShard(prepared: PreparedRun, terminal: Terminal): void {
  const { plan, options, root } = prepared;
  if (options.shard === undefined) return;
  const { index, total } = options.shard;
  if (plan.cases.length < total) {
    throw new UsageError(
      `--shard ${index}/${total}: ${formatCountWithNoun(plan.cases.length, 'case')} cannot be split into ${total}`,
      [`Split into at most ${plan.cases.length}.`],
    );
  }
  const durations = readDurations(plan, getHistoryFile({ app: root, db: options.db }, terminal));
  const shards = splitByDuration(
    plan.cases.map(({ suiteKey, case: { id }, skipReason }) =>
      skipReason === undefined ? durations.get(caseKey(suiteKey, id)) : 0,
    ),
    total,
  );
  const digest = computePlanDigest(plan, shards);
  plan.available ??= plan.cases.length;
  plan.cases = plan.cases.flatMap((planned, position) =>
    shards[position] === index ? [{ ...planned, position }] : [],
  );
  plan.suites = plan.suites.filter(({ key }) => plan.cases.some(({ suiteKey }) => suiteKey === key));
  plan.options = { ...plan.options, shard: { index, total, plan: digest } };
}

/**
 * Assigns every case to a shard, counted from 1. The longest case is assigned first, and each case goes to the shard
 * with the least work so far. The result is within a third of the best possible split (Graham 1969). A case of unknown
 * duration is assumed to take as long as the median case.
 */
export function splitByDuration(durations: readonly (number | undefined)[], total: number): number[] {
  const measuredDurations = durations
    .filter((ms) => ms !== undefined && ms > 0)
    .toSorted((one, other) => Number(one) - Number(other));
  const medianDuration = measuredDurations[Math.floor(measuredDurations.length / 2)] ?? 1;
  const shards = Array.from({ length: total }, (_, position) => ({ index: position + 1, ms: 0, cases: 0 }));
  const shardOf = new Array<number>(durations.length).fill(0);
  const longestFirst = durations
    .map((ms = medianDuration, position) => ({ ms, position }))
    .sort((one, other) => other.ms - one.ms || one.position - other.position);
  for (const { ms, position } of longestFirst) {
    const smallestShard = shards.reduce((best, shard) =>
      shard.ms < best.ms || (shard.ms === best.ms && shard.cases < best.cases) ? shard : best,
    );
    smallestShard.ms += ms;
    smallestShard.cases += 1;
    shardOf[position] = smallestShard.index;
  }
  return shardOf;
}

function readDurations({ suites, options }: RunPlan, file: string): Map<CaseKey, number> {
  if (!existsSync(file)) return new Map();
  const database = openDatabase(file);
  try {
    return new Map(
      suites.flatMap((suite) =>
        readCaseDurations(database, toSeries({ suites: [suite], options })).map(({ caseId, ms }) => [
          caseKey(suite.key, caseId),
          ms,
        ]),
      ),
    );
  } finally {
    database.close();
  }
}

/**
 * Returns a digest of the plan. Machines with the same plan at the same commit and the same split into shards get the
 * same digest.
 */
function computePlanDigest(
  { toolVersion, gitCommit, suites, options, environment, cases }: RunPlan,
  shards: readonly number[],
): string {
  const { parallel: _, resume: __, ...planOptions } = options;
  const shardInput = cases.map(({ suiteKey, case: { id, hash } }: PlannedCase, position) => [
    suiteKey,
    id,
    hash,
    shards[position],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([toolVersion, gitCommit, suites, planOptions, environment, shardInput]))
    .digest('hex');
}
