import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const TOKEN_FILE = 'token';
const TOKEN_BYTES = 32;
const GROUP_AND_OTHERS_MODE = 0o077;

/**
 * Returns the access token for the dashboards of the histories in a folder. It is stored in a file that only its owner
 * can read, so that open pages still work after a restart. A token that other users could read, or that another user
 * created, is replaced. If no file can be written, every start has a new token.
 */
export function loadOrCreateAccessToken(folder: string, uid = process.getuid?.()): string {
  const file = path.join(folder, TOKEN_FILE);
  try {
    return readPrivateToken(file, uid) ?? storeToken(file, uid);
  } catch {
    return createToken();
  }
}

function readPrivateToken(file: string, uid: number | undefined): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  // Windows has no user ids and no file modes.
  const isPrivate =
    uid === undefined || (stats.isFile() && stats.uid === uid && (stats.mode & GROUP_AND_OTHERS_MODE) === 0);
  const token = isPrivate ? readFileSync(file, 'utf8').trim() : '';
  if (/^[\w-]{43}$/.test(token)) return token;
  rmSync(file);
  return undefined;
}

function storeToken(file: string, uid: number | undefined): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const token = createToken();
  try {
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another server may have created the token in the meantime.
    const existingToken = readPrivateToken(file, uid);
    if (existingToken !== undefined) return existingToken;
    throw error;
  }
  chmodSync(file, 0o600);
  return token;
}

function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
