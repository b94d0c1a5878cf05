import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readBounded, reportByteLimit } from '../../host/bounded-file.ts';
import { parseReport, type StoredReport } from '../../reporters/read/read-report.ts';
import { toErrorMessage } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Reads a report that `turntree test -o` wrote, as JSON or as JSON lines. Throws with the reason if the file is not
 * valid.
 */
export function readReportFile(file: string, cwd: string): StoredReport {
  return readFileNamedByUser(file, cwd, 'is not a report of a run', (text) => {
    try {
      return parseReport(text);
    } catch (error) {
      const problem = error instanceof z.ZodError ? formatFirstIssue(error) : toErrorMessage(error);
      throw new UsageError(problem, ['Reports to read are those of turntree test -o, in .json or .jsonl.']);
    }
  });
}

/** Reads a file that the user named. Throws with the reason if it cannot be read. */
export function readFileNamedByUser<Value>(
  file: string,
  cwd: string,
  complaint: string,
  read: (text: string) => Value,
): Value {
  const named = path.resolve(cwd, file);
  if (!existsSync(named)) throw new UsageError(`${file} does not exist`, [`looked for ${named}`]);
  try {
    return read(readBounded(named, { most: reportByteLimit, name: file }));
  } catch (error) {
    const errorDetails = error instanceof UsageError ? error.details : [];
    throw new UsageError(`${file} ${complaint}`, [toErrorMessage(error), ...errorDetails]);
  }
}

/** Returns true for a report, and false for other files with the same extension, such as case files. */
export function isReportFile(file: string, cwd: string): boolean {
  try {
    parseReport(readBounded(path.resolve(cwd, file), { most: reportByteLimit }));
    return true;
  } catch {
    return false;
  }
}

function formatFirstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? '' : `${issue.path.join('.') || 'the document'}: ${issue.message}`;
}
