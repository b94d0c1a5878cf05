import { type CaseKey, caseKey } from '../../fold/index.ts';
import type { NamedReport } from '../../reporters/read/merge-reports.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Throws unless the reports can be merged: either they are all the shards of one run, or none is a shard. In the second
 * case, they must not contradict each other about cases that several of them contain.
 */
export function requireMergeableReports(reports: readonly NamedReport[]): void {
  const shardReports = reports.filter(({ report }) => report.state.options?.shard !== undefined);
  if (shardReports.length === 0) {
    requireMatchingCases(reports);
    return;
  }
  const fullReport = reports.find((report) => !shardReports.includes(report));
  const [first] = shardReports;
  if (fullReport !== undefined) {
    throw new UsageError(`${first?.name} is a part of a run, and ${fullReport.name} is not`, [
      'Merge the parts of one run with each other.',
    ]);
  }
  requireCompleteShards(shardReports);
}

function requireCompleteShards(shardReports: readonly NamedReport[]): void {
  const shards = shardReports.flatMap(({ name, report: { state } }) => {
    const { options, status } = state;
    return options?.shard === undefined ? [] : [{ name, status, ...options.shard }];
  });
  const [first] = shards;
  if (first === undefined) return;
  const other = shards.find(({ plan }) => plan !== first.plan);
  if (other !== undefined)
    throw new UsageError(`${first.name} and ${other.name} are parts of different plans`, samePlanAdvice);
  const { total } = first;
  const problems = Array.from({ length: total }, (_, position) => position + 1).flatMap((index) => {
    const [shardReport, duplicate] = shards.filter((shard) => shard.index === index);
    const shard = `shard ${index}/${total}`;
    if (shardReport === undefined) return `${shard} is missing: name the report of the machine that ran it`;
    if (duplicate !== undefined)
      return `${shard} is in ${shardReport.name} and in ${duplicate.name}: name the report that counts`;
    return shardReport.status === 'passed' || shardReport.status === 'failed'
      ? []
      : `${shard} was stopped (${shardReport.status}): ${shardReport.name}`;
  });
  if (problems.length > 0) throw new UsageError('the run is not complete', problems);
}

/** The data that must be the same in all shards of a run. */
export const samePlanAdvice = [
  'Every machine needs the same cases, agents and options, the same version of Turntree, and the same history to split by, or none.',
];

/**
 * Throws if the same case is different in two reports, or was run with another agent: merging would keep the later
 * result and hide the first. A report of an older run must not hide a report of a newer run either.
 */
function requireMatchingCases(reports: readonly NamedReport[]): void {
  const casesByKey = new Map<CaseKey, CaseInMergedReport>();
  for (const { name, report } of reports) {
    const { rows, suites, options, startedAt } = report.state;
    for (const { suiteKey, id, hash, attempts } of rows) {
      const suite = suites.find(({ key }) => key === suiteKey);
      const agent = [suite?.agentId, options?.connector ?? suite?.connector].filter(Boolean).join(' on ');
      const before = casesByKey.get(caseKey(suiteKey, id));
      const now = { name, hash, agent, startedAt, attempts: new Set(attempts.map(({ attempt }) => attempt)) };
      if (before !== undefined) requireSameCase({ id, before, now });
      casesByKey.set(caseKey(suiteKey, id), now);
    }
  }
}

type CaseInMergedReport = {
  name: string;
  hash: string;
  agent: string;
  startedAt: number | undefined;
  attempts: ReadonlySet<number>;
};

function requireSameCase({
  id,
  before,
  now,
}: {
  id: string;
  before: CaseInMergedReport;
  now: CaseInMergedReport;
}): void {
  const isEdited = before.hash !== '' && now.hash !== '' && before.hash !== now.hash;
  if (isEdited)
    throw new UsageError(`case ${id} of ${before.name} is not the case ${id} of ${now.name}`, [compareAdvice]);
  if (before.agent !== '' && now.agent !== '' && before.agent !== now.agent) {
    throw new UsageError(
      `case ${id} was answered by ${before.agent} in ${before.name}, and by ${now.agent} in ${now.name}`,
      [compareAdvice],
    );
  }
  const isOlder = (now.startedAt ?? 0) < (before.startedAt ?? 0) && now.startedAt !== undefined;
  if (isOlder && !now.attempts.isDisjointFrom(before.attempts)) {
    throw new UsageError(`case ${id} is in ${before.name} and also in ${now.name}, which is from an earlier run`, [
      'Leave the older report out, or name it first: the later result on the command line counts.',
    ]);
  }
}

const compareAdvice = 'Compare such runs with "turntree compare"; merge puts the parts of one run together.';
