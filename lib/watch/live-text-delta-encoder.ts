import type { LiveText } from '../../runner/history/index.ts';
import { formatTextDelta } from '../sse/index.ts';

/** Formats for one client the parts of streaming answers that it has not received yet. */
export type LiveTextDeltaEncoder = { formatUnsent(texts: ReadonlyMap<string, LiveText>): Uint8Array | undefined };

export function createLiveTextDeltaEncoder(): LiveTextDeltaEncoder {
  let previousTexts: ReadonlyMap<string, LiveText> = new Map();
  return {
    formatUnsent(texts) {
      if (texts === previousTexts) return undefined;
      const messages = [...texts].flatMap(([key, liveText]) => formatLiveTextDelta(liveText, previousTexts.get(key)));
      previousTexts = texts;
      return messages.length === 0 ? undefined : Buffer.from(messages.join(''));
    },
  };
}

/**
 * Returns the text that was added. If masking a secret has changed text that was already sent, returns the whole text.
 */
function formatLiveTextDelta({ text, ...attemptAddress }: LiveText, before: LiveText | undefined): string[] {
  const isMore = before !== undefined && before.turn === attemptAddress.turn && text.startsWith(before.text);
  const from = isMore ? before.text.length : 0;
  return isMore && text.length === from ? [] : [formatTextDelta({ ...attemptAddress, from, text: text.slice(from) })];
}
