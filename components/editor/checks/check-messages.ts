import type { DocumentEntry, ReadParts, TextEdit } from '@/runner/authoring';

/** A message from the page to its check worker: the file it is, or a change of its text. */
export type CheckRequest = { kind: 'open'; suiteKey: string; text: string } | { kind: 'change'; edit: TextEdit };

/** The worker's findings; the first `kept` and the last `tail` of the entries that the page has are unchanged. */
export type CheckAnswer = {
  /** Those between them. */
  fresh: DocumentEntry[];
  kept: number;
  tail: number;
  across: ReadParts['across'];
  /** True for the answer to a request, false for news of what cases name. */
  isAnswer: boolean;
};
