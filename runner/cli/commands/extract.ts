import path from 'node:path';
import { plural } from '../../../lib/format/index.ts';
import { type ExtractFormat, extractedFiles } from '../../reporters/extracted-files.ts';
import { writeWhole } from '../../run/report/output-target.ts';
import { readReportFile } from '../../run/stored/read-report-file.ts';
import type { Terminal } from '../../run/terminal.ts';

export type ExtractFlags = { output?: string; format: ExtractFormat };

/** `runner extract`: one file for each result of a report, beside it or in a folder. */
export function runExtractCommand(file: string, { output, format }: ExtractFlags, terminal: Terminal): number {
  const { cwd, stdout, stderr } = terminal;
  const report = readReportFile(file, cwd);
  if (report.state.status === 'interrupted') {
    stderr.write(`runner: warning: the run of ${file} was interrupted: results may be missing\n`);
  }
  const folder = path.resolve(cwd, output ?? path.dirname(file));
  let written = 0;
  for (const extracted of extractedFiles(report, format)) {
    const place = path.join(folder, extracted.path);
    writeWhole(place, [extracted.text]);
    stdout.write(`${path.relative(cwd, place)}\n`);
    written += 1;
  }
  stderr.write(`runner: ${plural(written, 'file')}\n`);
  return 0;
}
