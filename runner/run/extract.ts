import path from 'node:path';
import { type ExtractFormat, extractResultFiles } from '../reporters/extracted-files.ts';
import { writeFileAtomically } from './report/output-target.ts';
import { readReportFile } from './stored/read-report-file.ts';
import type { Terminal } from './terminal.ts';

export type ExtractOptions = { output: string | undefined; format: ExtractFormat };

/**
 * Writes one file for each result in a report, next to the report or in a given folder, and prints the file names.
 * Returns the number of files.
 */
export function extractResults(file: string, { output, format }: ExtractOptions, terminal: Terminal): number {
  const { cwd, stdout, stderr } = terminal;
  const report = readReportFile(file, cwd);
  if (report.state.status === 'interrupted') {
    stderr.write(`turntree: warning: the run of ${file} was interrupted: results may be missing\n`);
  }
  const folder = path.resolve(cwd, output ?? path.dirname(file));
  let fileCount = 0;
  for (const extracted of extractResultFiles(report, format)) {
    const filePath = path.join(folder, extracted.path);
    writeFileAtomically(filePath, [extracted.text]);
    stdout.write(`${path.relative(cwd, filePath)}\n`);
    fileCount += 1;
  }
  return fileCount;
}
