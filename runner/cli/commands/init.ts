import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { plural } from '../../../lib/format/index.ts';
import { configFiles } from '../../../lib/workspace/config-file.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';
import { workspaceFiles } from '../init/workspace-files.ts';

const IGNORE_FILE = '.gitignore';

/** `runner init`: a workspace to start from, whose cases pass at once. Overwrites nothing. */
export function runInitCommand(folder: string | undefined, { cwd, stdout }: Terminal): number {
  const root = path.resolve(cwd, folder ?? '.');
  const ignores = existsSync(path.join(root, IGNORE_FILE));
  const files = Object.entries(workspaceFiles).filter(([file]) => file !== IGNORE_FILE || !ignores);
  const existing = [...new Set([...configFiles, ...files.map(([file]) => file)])].filter((file) =>
    existsSync(path.join(root, file)),
  );
  if (existing.length > 0) {
    throw new UsageError(
      `nothing was written: ${existing.length === 1 ? 'a file is' : `${existing.length} files are`} there already`,
      [...existing.map((file) => path.join(root, file)), 'Name another folder: runner init my-tests'],
    );
  }
  for (const [file, text] of files) {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text, { flag: 'wx' });
  }
  stdout.write(`${plural(files.length, 'file')} in ${root}\n`);
  for (const [file] of files) stdout.write(`  ${file}\n`);
  if (ignores)
    stdout.write(`\nAdd to your ${IGNORE_FILE}:\n  ${workspaceFiles[IGNORE_FILE]?.trim().replaceAll('\n', '\n  ')}\n`);
  const enter = root === cwd ? '' : `  cd ${path.relative(cwd, root)}\n`;
  stdout.write(`\nNext:\n${enter}  npx runner test assistants/bookings/tests/cases.jsonl\n  npx runner ui\n`);
  return 0;
}
