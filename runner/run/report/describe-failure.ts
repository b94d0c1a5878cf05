import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import { type CaseRow, isFailing, type RunState } from '../../fold/index.ts';
import { failureTexts } from '../../reporters/failure-texts.ts';
import { type ResultReader, reportedCases, rowStatus } from '../../reporters/reported-cases.ts';

/** The status of a case, its complete results, and a text about why it failed. */
export function describeFailure(
  row: CaseRow,
  { state, resultsOf }: { state: RunState; resultsOf: ResultReader },
): { status: CaseStatus; attempts: CaseResult[]; failure: string | undefined } {
  const [reported] = reportedCases([row], resultsOf);
  const status = rowStatus(row);
  if (reported === undefined) return { status, attempts: [], failure: undefined };
  const { attempts } = reported;
  if (!isFailing(status)) return { status, attempts, failure: undefined };
  const { message, text } = failureTexts(reported, state);
  const blocks = text.split('\n\n').map((block) => withoutRepeats(block.split('\n')).join('\n'));
  const failure = [...(attempts.length > 1 || text === '' ? [message] : []), ...blocks].join('\n');
  return { status, attempts, failure };
}

/** Removes lines that another line repeats: a failed assertion is often the complete reason of a failure. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '' && !lines.some((other) => other.endsWith(`: ${line}`)));
}
