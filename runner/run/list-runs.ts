import { listRuns } from '../history/index.ts';
import { shortRunId } from '../reporters/short-run-id.ts';
import { briefPercent } from '../values/index.ts';
import { tableLines } from './list.ts';
import { type HistoryLocation, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';

type RunListOptions = { limit: number; text?: string | undefined };

/** The newest runs of the history, one per line: id, time, outcome, pass rate, suite, agent and connector. */
export function runLines(
  { limit, text = '' }: RunListOptions,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): string[] {
  return withStoredHistory(historyLocation, terminal, (database) =>
    tableLines(
      listRuns(database, { limit, text }).map(({ runId, startedAt, status, passRate, total, ...run }) => [
        shortRunId(runId),
        new Date(startedAt).toISOString().slice(0, 16),
        status,
        passRate === null ? '-' : `${briefPercent(passRate)} of ${total}`,
        run.suiteKey,
        run.connector === undefined ? run.agentId : `${run.agentId} on ${run.connector}`,
        run.commit?.slice(0, 8) ?? '',
        run.beganBefore === true ? 'a clock was wrong' : '',
      ]),
    ),
  );
}
