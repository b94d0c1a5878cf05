import { spawnSync } from 'node:child_process';

/**
 * Returns the address of the repository that a checkout was cloned from, as `https://host/owner/name`; undefined if it
 * was cloned from a folder, or from nowhere. Nothing else in a checkout says where the project lives.
 */
export function readRepository(folder) {
  const { stdout } = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: folder, encoding: 'utf8' });
  return toWebAddress((stdout ?? '').trim());
}

export function toWebAddress(remote) {
  const [, host, path] =
    /^(?:https:\/\/|ssh:\/\/git@|git@)(?:[^@/]*@)?([\w.-]+\.[a-z]+)[:/]([\w./-]+?)(?:\.git)?$/.exec(remote) ?? [];
  return host === undefined ? undefined : `https://${host}/${path}`;
}
