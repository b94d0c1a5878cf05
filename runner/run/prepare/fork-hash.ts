import { hash } from 'node:crypto';
import type { RunOptions } from '../../contract/index.ts';

/** Returns another hash for a forked case, because results of the fork say nothing about the original case. */
export function computeForkHash(caseHash: string, options: NonNullable<RunOptions['fork']>): string {
  return hash('sha256', JSON.stringify([caseHash, options]), 'base64url').slice(0, caseHash.length);
}
