import type { NotifyEvent } from '../../contract/index.ts';
import type { SeriesSummary } from './series-summary.ts';

/**
 * Returns how a run changed the state of its series; undefined if the change is not worth a notification. Only one run
 * reports a change, because the next run starts from the state after this one.
 */
export function findStateChange(
  before: Pick<SeriesSummary, 'state' | 'cases'> | undefined,
  after: Pick<SeriesSummary, 'state'>,
): NotifyEvent | undefined {
  if (before === undefined || before.cases === 0 || after.state === 'unknown') return undefined;
  const wasBad = isAlarmingState(before);
  // If further cases start to fail in a suite that is already broken, this is reported as another break.
  if (after.state === 'new' || (isAlarmingState(after) && !wasBad)) return 'broken';
  if (after.state === 'outage' && before.state !== 'outage') return 'broken';
  if (isAlarmingState(after)) return undefined;
  if (wasBad) return 'recovered';
  return after.state === 'flaky' && before.state !== 'flaky' ? 'flaky' : undefined;
}

function isAlarmingState({ state }: Pick<SeriesSummary, 'state'>): boolean {
  return state === 'new' || state === 'broken' || state === 'outage';
}
