import { tooLongText } from '../../ports/index.ts';

/** Throws if what a function returned is too long to be sent; it is measured before. Nothing is short. */
export function requireShortText(written: string | undefined, limit: { did: string; maxAnswer: number }): void {
  const { did, maxAnswer } = limit;
  // A character has at most three bytes.
  if (written === undefined || written.length * 3 <= maxAnswer) return;
  const bytes = Buffer.byteLength(written);
  if (bytes > maxAnswer) throw new Error(tooLongText(did, maxAnswer, bytes));
}
