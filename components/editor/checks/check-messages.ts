import type { Entry, ReadParts, TextEdit } from '@/runner/authoring';

/** What the page tells its check worker: which file it is, or what changed in its text. */
export type CheckRequest = { kind: 'open'; suiteKey: string; text: string } | { kind: 'change'; edit: TextEdit };

/** What the worker found; of the entries that the page has, the first `kept` and the last `tail` are as they were. */
export type CheckAnswer = {
  /** Those between them. */
  fresh: Entry[];
  kept: number;
  tail: number;
  across: ReadParts['across'];
  /** Whether it answers a request, or has news of what cases name. */
  isAnswer: boolean;
};
