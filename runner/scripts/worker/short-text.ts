import { tooLongText } from '../../ports/index.ts';

/** Throws if what a function returned is too long to be sent; it is measured before. Nothing is short. */
export function requireShortText(text: string | undefined, limit: { did: string; maxAnswer: number }): void {
  const { did, maxAnswer } = limit;
  // A character has at most three bytes.
  if (text === undefined || text.length * 3 <= maxAnswer) return;
  const bytes = Buffer.byteLength(text);
  if (bytes > maxAnswer) throw new Error(tooLongText(did, maxAnswer, bytes));
}
