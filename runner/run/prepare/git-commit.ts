import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The commit that a folder is at, if it is in a git checkout and git is there. */
export async function gitCommit(folder: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder, timeout: 2000 });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}
