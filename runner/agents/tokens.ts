import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** An unguessable token. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Returns the value to which a token belongs. Compares in constant time, so that the duration reveals nothing about the
 * tokens.
 */
export function findByToken<Value>(values: ReadonlyMap<string, Value>, token: string): Value | undefined {
  const tokenDigest = computeDigest(token);
  let match: Value | undefined;
  for (const [knownToken, value] of values) if (timingSafeEqual(computeDigest(knownToken), tokenDigest)) match = value;
  return match;
}

function computeDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
