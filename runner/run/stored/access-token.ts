import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NAME = 'token';
const BYTES = 32;
const OTHERS = 0o077;

/**
 * The access token of the dashboards for the histories in a folder. It is stored in a file that only its owner can
 * read, so that open pages survive a restart. A token that others could read is replaced. If no file can be written,
 * every start has a new token.
 */
export function accessToken(folder: string): string {
  const file = path.join(folder, NAME);
  try {
    return readToken(file) ?? storeToken(file);
  } catch {
    return newToken();
  }
}

function readToken(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const isPrivate = process.platform === 'win32' || (stats.mode & OTHERS) === 0;
  const token = isPrivate ? readFileSync(file, 'utf8').trim() : '';
  if (/^[\w-]{43}$/.test(token)) return token;
  rmSync(file);
  return undefined;
}

function storeToken(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const token = newToken();
  try {
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another server may have just created the token.
    const existing = readToken(file);
    if (existing !== undefined) return existing;
    throw error;
  }
  chmodSync(file, 0o600);
  return token;
}

function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}
