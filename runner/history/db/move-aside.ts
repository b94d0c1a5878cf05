import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';

/**
 * Renames a database within its folder, together with the files that SQLite keeps beside it, so that a new database can
 * take its place. Nothing is copied, changed or lost. Returns the new name.
 */
export function renameDatabaseAside(file: string, now: Date): string {
  const { dir, name, ext } = path.parse(file);
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[:T]/g, '-');
  const names = [`${name}.${stamp}${ext}`, ...Array.from({ length: 99 }, (_, n) => `${name}.${stamp}-${n + 2}${ext}`)];
  const unusedName = names.map((each) => path.join(dir, each)).find((each) => !existsSync(each));
  if (unusedName === undefined)
    throw new Error(`there are too many copies next to ${file}; move some of them to another folder`);
  // Renames the log first. A log without a database is harmless, but a new database must not find the old log.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(/* turbopackIgnore: true */ `${file}${suffix}`))
      renameSync(`${file}${suffix}`, `${unusedName}${suffix}`);
  }
  return unusedName;
}
