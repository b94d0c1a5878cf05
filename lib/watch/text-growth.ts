import type { SpokenText } from '../../runner/history/index.ts';
import { formatTextDelta } from '../sse/index.ts';

/** What somebody who watches a run has not heard yet of the answers that are being given. */
export type TextGrowth = { since(texts: ReadonlyMap<string, SpokenText>): Uint8Array | undefined };

export function createTextGrowth(): TextGrowth {
  let previousTexts: ReadonlyMap<string, SpokenText> = new Map();
  return {
    since(texts) {
      if (texts === previousTexts) return undefined;
      const messages = [...texts].flatMap(([key, spoken]) => formatGrowth(spoken, previousTexts.get(key)));
      previousTexts = texts;
      return messages.length === 0 ? undefined : Buffer.from(messages.join(''));
    },
  };
}

/** A mask may come into what was heard: then the text begins anew. */
function formatGrowth({ text, ...place }: SpokenText, before: SpokenText | undefined): string[] {
  const isMore = before !== undefined && before.turn === place.turn && text.startsWith(before.text);
  const from = isMore ? before.text.length : 0;
  return isMore && text.length === from ? [] : [formatTextDelta({ ...place, from, text: text.slice(from) })];
}
