import type { DocumentEntry, IncrementalDocumentParts, TextEdit } from '@/runner/authoring';

/** A message from the page to its check worker: the opened file or an edit of its text. */
export type CheckRequest = { kind: 'open'; suiteKey: string; text: string } | { kind: 'change'; edit: TextEdit };

/**
 * The results of the worker, sent as a difference to its previous message: the first `kept` and the last `tail` entries
 * are unchanged, and those between them are replaced.
 */
export type CheckAnswer = {
  /** The new entries between the unchanged ones. */
  fresh: DocumentEntry[];
  kept: number;
  tail: number;
  crossEntryProblems: IncrementalDocumentParts['crossEntryProblems'];
  /**
   * True if this message answers a request. False if nobody asked: the worker sends such a message when the server has
   * told it which referenced agents, scripts and files exist.
   */
  isAnswer: boolean;
};
