import type { DocumentEntry, IncrementalDocumentParts, TextEdit } from '@/runner/authoring';

/** A message from the page to its check worker: the opened file or an edit of its text. */
export type CheckRequest = { kind: 'open'; suiteKey: string; text: string } | { kind: 'change'; edit: TextEdit };

/** The worker's findings; the first `kept` and the last `tail` of the entries that the page has are unchanged. */
export type CheckAnswer = {
  /** The new entries. They replace the entries between the first `kept` and the last `tail` ones. */
  fresh: DocumentEntry[];
  kept: number;
  tail: number;
  across: IncrementalDocumentParts['across'];
  /** True for the answer to a request; false for an update after the server has checked references. */
  isAnswer: boolean;
};
