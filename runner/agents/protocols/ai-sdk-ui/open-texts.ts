import type { UiStreamChunk } from './chunks.ts';
import type { UiPart } from './ui-message.ts';

type TextPart = Extract<UiPart, { text: string }>;
type TextChunk = Extract<UiStreamChunk, { id: string }>;

/** The text and reasoning parts of a stream that have begun and not ended yet. */
export type OpenTextParts = {
  /**
   * Handles a chunk of such a part, and returns how many characters it added. Throws if the chunk is not allowed at
   * this point.
   */
  take(chunk: TextChunk): number;
  /**
   * Checks that no part is open.
   * @throws an error that names a part that has not ended
   */
  requireNoneOpen(): void;
  clear(): void;
};

export function createOpenTextParts(parts: UiPart[]): OpenTextParts {
  const openParts = new Map<string, TextPart>();
  return {
    take(chunk) {
      const kind = chunk.type.startsWith('text') ? 'text' : 'reasoning';
      const key = `${kind} ${chunk.id}`;
      const isStart = chunk.type.endsWith('-start');
      if (isStart && openParts.has(key)) throw new Error(`the ${key} is already open`);
      const part: TextPart | undefined = isStart ? { type: kind, text: '', state: 'streaming' } : openParts.get(key);
      if (part === undefined) throw new Error(`there is no open ${key}`);
      if (isStart) {
        openParts.set(key, part);
        parts.push(part);
      }
      if (chunk.providerMetadata !== undefined) part.providerMetadata = chunk.providerMetadata;
      if (chunk.type.endsWith('-end')) {
        part.state = 'done';
        openParts.delete(key);
      }
      if (!('delta' in chunk)) return 0;
      part.text += chunk.delta;
      return chunk.delta.length;
    },
    requireNoneOpen() {
      const [unfinishedPart] = openParts.keys();
      if (unfinishedPart !== undefined) throw new Error(`the ${unfinishedPart} has not ended`);
    },
    clear: () => openParts.clear(),
  };
}
