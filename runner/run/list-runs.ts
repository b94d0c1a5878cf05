import { listRuns } from '../history/index.ts';
import { shortenRunId } from '../reporters/short-run-id.ts';
import { formatBriefPercent } from '../values/index.ts';
import { formatTableLines } from './list.ts';
import { type HistoryLocation, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';

type RunListOptions = { limit: number; text?: string | undefined };

/** Lists the newest runs of the history, one per line: id, time, outcome, pass rate, suite, agent and connector. */
export function listRunLines(
  { limit, text = '' }: RunListOptions,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): string[] {
  return withStoredHistory(historyLocation, terminal, (database) =>
    formatTableLines(
      listRuns(database, { limit, text }).map(({ runId, startedAt, status, passRate, total, ...run }) => [
        shortenRunId(runId),
        new Date(startedAt).toISOString().slice(0, 16),
        status,
        passRate === null ? '-' : `${formatBriefPercent(passRate)} of ${total}`,
        run.suiteKey,
        run.connector === undefined ? run.agentId : `${run.agentId} on ${run.connector}`,
        run.commit?.slice(0, 8) ?? '',
        run.beganBefore === true ? 'a clock was wrong' : '',
      ]),
    ),
  );
}
