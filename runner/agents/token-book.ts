import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token that nobody can guess. */
export function freshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The value of a token. How long the comparison takes says nothing about the tokens. */
export function findByToken<Value>(values: ReadonlyMap<string, Value>, token: string): Value | undefined {
  const tokenDigest = computeDigest(token);
  let match: Value | undefined;
  for (const [knownToken, value] of values) if (timingSafeEqual(computeDigest(knownToken), tokenDigest)) match = value;
  return match;
}

function computeDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
