import type { AnnouncedCase, ReviewQueue } from '../../runner/contract/index.ts';
import { type AttemptId, attemptKey, type CaseRow, parseCaseFilter } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { type ListedSeries, listReviews, listSeries, readCaseRows } from '../../runner/history/index.ts';
import { sampleAttemptsToReview } from '../../runner/verdict/index.ts';
import { requireRun, requireRunState } from '../runs/index.ts';
import { createCaseFilter } from '../view/case-filter.ts';
import { groupReviewsByCase } from '../view/group-reviews-by-case.ts';

const MAX_RUNS_SEARCHED_FOR_LABEL = 200;

/** A conversation to decide on. For a pair, `otherRunId` and `otherAttempt` identify the second conversation. */
export type QueueItem = AttemptId & {
  runId: string;
  otherRunId: string;
  otherAttempt: number;
  announced: AnnouncedCase;
};

type SampledItem = QueueItem & { isPassed: boolean };

/** Selects the items of a queue from the history, without those that were already decided. */
export function selectQueueItems(name: string, queue: ReviewQueue): QueueItem[] {
  const items =
    queue.compare === undefined ? collectSingleAttemptItems(queue) : collectPairedAttemptItems(queue, queue.compare);
  return sampleItems(items, name, queue.sample).map(({ isPassed: _, ...item }) => item);
}

function sampleItems(items: SampledItem[], seed: string, count: number | undefined): SampledItem[] {
  if (count === undefined) return items;
  const passed = items.filter(({ isPassed }) => isPassed);
  const failed = items.filter(({ isPassed }) => !isPassed);
  return sampleAttemptsToReview(
    { passed, failed },
    { seed, count, part: 0, isReviewed: () => false, isJudged: () => false },
  );
}

function collectSingleAttemptItems(queue: ReviewQueue): SampledItem[] {
  const runIds = new Set(
    listSeriesOfQueue(queue).flatMap(({ runs }) =>
      runs
        .filter(({ isComplete }) => isComplete)
        .slice(0, queue.runs)
        .map(({ runId }) => runId),
    ),
  );
  return [...runIds].flatMap((runId) => collectQueueItemsOfRun(runId, queue));
}

/**
 * Pairs the attempts of the newest complete run of one side with those of the other side, for each suite. A side is,
 * for example, a connector.
 */
function collectPairedAttemptItems(queue: ReviewQueue, [first, second]: readonly [string, string]): SampledItem[] {
  const bySuite = Map.groupBy(listSeriesOfQueue(queue), ({ series }) => series.suiteKey);
  return [...bySuite.values()].flatMap((series) => {
    const findNewestRun = (side: string) => findNewestRunOfSide(series, side);
    const [firstRun, secondRun] = [findNewestRun(first), findNewestRun(second)];
    if (firstRun === undefined || secondRun === undefined || firstRun === secondRun) return [];
    const others = new Set(collectQueueItemsOfRun(secondRun, { ...queue, filter: undefined }).map(attemptKey));
    return collectQueueItemsOfRun(firstRun, queue)
      .filter((item) => others.has(attemptKey(item)))
      .map((item) => ({ ...item, otherRunId: secondRun, otherAttempt: item.attempt }));
  });
}

/**
 * Finds the newest complete run of one side of a pair. `side` is the name of a connector, otherwise of an agent,
 * otherwise the label of a run. Labels are tried last, because reading them takes one query per run.
 */
function findNewestRunOfSide(series: readonly ListedSeries[], side: string): string | undefined {
  const ofConnector = series.filter(({ series: { connector } }) => connector === side);
  const named = ofConnector.length > 0 ? ofConnector : series.filter(({ series: { agentId } }) => agentId === side);
  const runs = (named.length > 0 ? named : series)
    .flatMap((listedSeries) => listedSeries.runs)
    .filter(({ isComplete }) => isComplete)
    .toSorted((left, right) => right.startedAt - left.startedAt);
  const run =
    named.length > 0
      ? runs[0]
      : runs.slice(0, MAX_RUNS_SEARCHED_FOR_LABEL).find(({ runId }) => requireRun(runId).label === side);
  return run?.runId;
}

function listSeriesOfQueue({ suites }: ReviewQueue): ListedSeries[] {
  return listSeries(database()).filter(({ series }) => suites?.includes(series.suiteKey) ?? true);
}

function collectQueueItemsOfRun(
  runId: string,
  { filter = '', suites }: Pick<ReviewQueue, 'filter' | 'suites'>,
): SampledItem[] {
  const rows = loadCaseRows(runId, filter);
  const reviews = filter.includes('review:') ? groupReviewsByCase(listReviews(database(), runId)) : undefined;
  const matches = createCaseFilter(filter, { reviews });
  return rows
    .filter((row) => (suites?.includes(row.suiteKey) ?? true) && matches(row))
    .flatMap((row) => toQueueItems(runId, row));
}

/**
 * Returns the cases of a run. Reads the events of each case only if the filter refers to contents of attempts, because
 * that is slow.
 */
function loadCaseRows(runId: string, filter: string): readonly CaseRow[] {
  const needsFindings = parseCaseFilter(filter).some(({ by, text }) => by === 'fault' || text === 'unjudged');
  return (needsFindings ? undefined : readCaseRows(database(), runId)) ?? requireRunState(runId).rows;
}

/**
 * Returns the attempts of a case as items. Leaves out those that were interrupted or had an error, because they say
 * nothing about the agent.
 */
function toQueueItems(runId: string, { attempts, standing: _, ...announced }: CaseRow): SampledItem[] {
  const { suiteKey, id: caseId } = announced;
  const singleItem = { runId, suiteKey, caseId, otherRunId: '', otherAttempt: 0, announced };
  return attempts.flatMap(({ attempt, status, turns }) =>
    (status === 'passed' || status === 'failed') && turns > 0
      ? [{ ...singleItem, attempt, isPassed: status === 'passed' }]
      : [],
  );
}
