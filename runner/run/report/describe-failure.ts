import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import { type CaseRow, isFailing, type RunState } from '../../fold/index.ts';
import { listFailureTexts } from '../../reporters/failure-texts.ts';
import { getRowStatus, type ResultReader, readReportedCases } from '../../reporters/reported-cases.ts';

/** The status of a case, its complete results, and a text that says why it failed. */
export function collectFailureDetails(
  row: CaseRow,
  { state, resultsOf }: { state: RunState; resultsOf: ResultReader },
): { status: CaseStatus; attempts: CaseResult[]; failure: string | undefined } {
  const [reported] = readReportedCases([row], resultsOf);
  const status = getRowStatus(row);
  if (reported === undefined) return { status, attempts: [], failure: undefined };
  const { attempts } = reported;
  if (!isFailing(status)) return { status, attempts, failure: undefined };
  const { message, text } = listFailureTexts(reported, state);
  const blocks = text.split('\n\n').map((block) => removeRepeatedLines(block.split('\n')).join('\n'));
  const failure = [...(attempts.length > 1 || text === '' ? [message] : []), ...blocks].join('\n');
  return { status, attempts, failure };
}

/** Removes lines that another line repeats: a failed assertion is often the complete reason of a failure. */
function removeRepeatedLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '' && !lines.some((other) => other.endsWith(`: ${line}`)));
}
