import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { isAlive, processToken } from '../process-identity.ts';

type Replacement = {
  file: string;
  /** What the file must hold still; nothing where there must be no file. */
  before: Buffer | undefined;
  after: Buffer;
};

const NEW_FILE_MODE = 0o644;

/**
 * Writes a file as a whole, beside its place and then moved: a reader, a kill or a power cut finds the old file or the
 * new one. Answers `changed`, and writes nothing, when the file does not hold what it is expected to.
 */
export async function replaceFile({ file, before, after }: Replacement): Promise<'replaced' | 'changed'> {
  removeLeftovers(file);
  const fresh = `${file}.${process.pid}-${processToken(process.pid)}-${randomUUID()}.tmp`;
  try {
    const mode = before === undefined ? NEW_FILE_MODE : lstatSync(file).mode;
    const handle = await open(fresh, 'wx', mode);
    try {
      await handle.writeFile(after);
      await handle.chmod(mode & 0o777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Nothing of this process comes between these two.
    if (!holds(file, before)) return 'changed';
    renameSync(fresh, file);
    return 'replaced';
  } finally {
    rmSync(fresh, { force: true });
  }
}

function holds(file: string, expected: Buffer | undefined): boolean {
  if (!existsSync(file)) return expected === undefined;
  return expected !== undefined && readFileSync(file).equals(expected);
}

/** What processes left beside the file when they were killed in the middle of this. */
function removeLeftovers(file: string): void {
  const folder = path.dirname(file);
  const pattern = new RegExp(`^${RegExp.escape(path.basename(file))}\\.(\\d+)-(\\d*)-[0-9a-f-]{36}\\.tmp$`);
  for (const name of readdirSync(folder)) {
    const [, pid, token = ''] = pattern.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid), token)) rmSync(path.join(folder, name), { force: true });
  }
}
