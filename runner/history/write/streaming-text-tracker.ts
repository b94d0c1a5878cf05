import type { RunEvent } from '../../contract/index.ts';
// biome-ignore lint/style/noRestrictedImports: the index would load all schemas into the writer thread
import { type AttemptId, type AttemptKey, attemptKey } from '../../fold/keys.ts';
import type { LiveText } from './batch.ts';

export type StreamingTurn = AttemptId & { turn: number };

/**
 * Tracks streaming answers. The text of an answer is read only when it is written, no matter how often it has grown
 * since the last write.
 */
export type StreamingTextTracker = {
  grow(turn: StreamingTurn, read: () => string): void;
  /** Returns the streaming answers that this event ends, so that their rows are deleted. */
  textsEndedBy(event: RunEvent): LiveText[];
  haveGrown(): boolean;
  /** Returns the streaming answers that have grown since the last call. */
  takeGrownTexts(): LiveText[];
};

export function createStreamingTextTracker(): StreamingTextTracker {
  const grown = new Map<AttemptKey, { turn: number; read: () => string }>();
  const writtenKeys = new Set<AttemptKey>();
  return {
    grow: ({ turn, ...key }, read) => void grown.set(attemptKey(key), { turn, read }),
    textsEndedBy(event) {
      if (event.type !== 'turn.finished' && event.type !== 'case.repeated' && event.type !== 'case.finished') return [];
      if (grown.size === 0 && writtenKeys.size === 0) return [];
      const key = attemptKey(event);
      grown.delete(key);
      return writtenKeys.delete(key) ? [{ attemptKey: key, turn: 0, text: null }] : [];
    },
    haveGrown: () => grown.size > 0,
    takeGrownTexts() {
      const texts = [...grown].map(([key, { turn, read }]) => ({ attemptKey: key, turn, text: read() }));
      for (const text of texts) writtenKeys.add(text.attemptKey);
      grown.clear();
      return texts;
    },
  };
}
