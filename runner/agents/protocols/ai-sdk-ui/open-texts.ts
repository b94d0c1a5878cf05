import type { UiStreamChunk } from './chunks.ts';
import type { UiPart } from './ui-message.ts';

type TextPart = Extract<UiPart, { text: string }>;
type TextChunk = Extract<UiStreamChunk, { id: string }>;

/** Text and reasoning parts that a stream has begun and not ended. */
export type OpenTextParts = {
  /** Adds a chunk to its part and returns how many characters it added. Throws when the chunk is invalid here. */
  take(chunk: TextChunk): number;
  /** @throws an error that names a part that has not ended */
  requireNoneOpen(): void;
  clear(): void;
};

export function createOpenTextParts(parts: UiPart[]): OpenTextParts {
  const open = new Map<string, TextPart>();
  return {
    take(chunk) {
      const kind = chunk.type.startsWith('text') ? 'text' : 'reasoning';
      const key = `${kind} ${chunk.id}`;
      const isStart = chunk.type.endsWith('-start');
      if (isStart && open.has(key)) throw new Error(`the ${key} is already open`);
      const part: TextPart | undefined = isStart ? { type: kind, text: '', state: 'streaming' } : open.get(key);
      if (part === undefined) throw new Error(`there is no open ${key}`);
      if (isStart) {
        open.set(key, part);
        parts.push(part);
      }
      if (chunk.providerMetadata !== undefined) part.providerMetadata = chunk.providerMetadata;
      if (chunk.type.endsWith('-end')) {
        part.state = 'done';
        open.delete(key);
      }
      if (!('delta' in chunk)) return 0;
      part.text += chunk.delta;
      return chunk.delta.length;
    },
    requireNoneOpen() {
      const [half] = open.keys();
      if (half !== undefined) throw new Error(`the ${half} has not ended`);
    },
    clear: () => open.clear(),
  };
}
