import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AttackReport } from '../../reporters/attack/attack-report.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { AttackFormat } from './attack-flags.ts';

const formatsByExtension: Readonly<Record<string, AttackFormat>> = {
  '.json': 'json',
  '.md': 'md',
  '.xml': 'junit',
  '.txt': 'text',
};

/** Returns the format of a report. Throws if the format cannot be derived from the file name. */
export function chooseAttackFormat(file: string): AttackFormat {
  const format = formatsByExtension[path.extname(file)];
  if (format !== undefined) return format;
  throw new UsageError(
    `-o ${file}: an attack report must be named with the extension ${Object.keys(formatsByExtension).join(', ')}`,
  );
}

type AttackReportFiles = {
  files: readonly string[];
  formats: Readonly<Record<AttackFormat, (report: AttackReport) => string>>;
};

export function writeAttackReports(
  report: AttackReport,
  { files, formats }: AttackReportFiles,
  { cwd }: Terminal,
): void {
  for (const file of files) {
    const target = path.resolve(cwd, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, formats[chooseAttackFormat(file)](report));
  }
}
