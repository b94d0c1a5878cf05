import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readReport, type StoredReport } from '../../reporters/read/read-report.ts';
import { errorText } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';

/** Reads a report that `runner test -o` wrote, as JSON or as JSON lines. Throws saying what is wrong with the file. */
export function readReportFile(file: string, cwd: string): StoredReport {
  try {
    return readReport(readFileSync(path.resolve(cwd, file), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new UsageError(`${file} does not exist`, [`looked for ${path.resolve(cwd, file)}`]);
    }
    throw new UsageError(`${file} is not a report of a run`, [
      error instanceof z.ZodError ? firstIssue(error) : errorText(error),
      'Reports to read are those of runner test -o, in .json or .jsonl.',
    ]);
  }
}

/** Returns true for a report, and false for whatever else goes by such a name, such as cases. */
export function isReportFile(file: string, cwd: string): boolean {
  try {
    readReport(readFileSync(path.resolve(cwd, file), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? '' : `${issue.path.join('.') || 'the document'}: ${issue.message}`;
}
