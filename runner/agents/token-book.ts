import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token that nobody can guess. */
export function freshToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The value of a token. How long the comparison takes says nothing about the tokens. */
export function findByToken<Value>(values: ReadonlyMap<string, Value>, token: string): Value | undefined {
  const asked = digestOf(token);
  let found: Value | undefined;
  for (const [known, value] of values) if (timingSafeEqual(digestOf(known), asked)) found = value;
  return found;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
