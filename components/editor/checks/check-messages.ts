import type { DocumentEntry, IncrementalDocumentParts, TextEdit } from '@/runner/authoring';

/** A message from the page to its check worker: the opened file or an edit of its text. */
export type CheckRequest = { kind: 'open'; suiteKey: string; text: string } | { kind: 'change'; edit: TextEdit };

/**
 * The findings of the worker, sent as a difference: the page keeps the first `kept` and the last `tail` findings of its
 * list, and replaces those between them.
 */
export type CheckAnswer = {
  /** The new entries. They replace the entries between the first `kept` and the last `tail` ones. */
  fresh: DocumentEntry[];
  kept: number;
  tail: number;
  crossEntryProblems: IncrementalDocumentParts['crossEntryProblems'];
  /** True if this message answers a request; false if it is an update after the server has checked references. */
  isAnswer: boolean;
};
