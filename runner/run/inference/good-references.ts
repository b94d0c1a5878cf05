import type { Database } from '../../history/db/index.ts';
import { requireRun } from '../stored/stored-history.ts';
import { UsageError } from '../usage-error.ts';

/** An attempt that `--good` names; if it has no number, all attempts of the case in the run are meant. */
export type GoodReference = { text: string; runId: string; caseId: string; attempt: number | undefined };

/** Parses `<run>/<case>` or `<run>/<case>#<attempt>`. The id of a case may contain `#` and `/`. */
export function resolveGoodReference(database: Database, text: string, caseIds: ReadonlySet<string>): GoodReference {
  const [, run = '', caseReference = ''] = /^([^/]+)\/(.+)$/s.exec(text) ?? [];
  if (caseReference === '') {
    throw new UsageError(`--good: "${text}" does not name a conversation`, [
      'Write the run and the case: --good latest/refund, or --good 019a4f02/refund#2 for its second attempt.',
    ]);
  }
  const { runId } = requireRun(database, run);
  if (caseIds.has(caseReference)) return { text, runId, caseId: caseReference, attempt: undefined };
  const [, id = caseReference, number] = /^(.*)#(\d{1,6})$/s.exec(caseReference) ?? [];
  if (caseIds.has(id)) return { text, runId, caseId: id, attempt: number === undefined ? undefined : Number(number) };
  throw new UsageError(`--good: the suite has no case "${id}"`, [`its cases: ${[...caseIds].slice(0, 10).join(', ')}`]);
}
