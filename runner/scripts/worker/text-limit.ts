import { describeTooLongAnswer } from '../../ports/index.ts';

/** Throws if a function's serialized return value is too large to send. Undefined always passes. */
export function requireTextWithinLimit(text: string | undefined, limit: { did: string; maxAnswer: number }): void {
  const { did, maxAnswer } = limit;
  // A UTF-16 code unit takes at most three bytes in UTF-8, so the bytes of most texts need not be counted exactly.
  if (text === undefined || text.length * 3 <= maxAnswer) return;
  const bytes = Buffer.byteLength(text);
  if (bytes > maxAnswer) throw new Error(describeTooLongAnswer(did, maxAnswer, bytes));
}
