import { assembleDocument, type CheckedDocument, type DocumentEntry, findEditBetween } from '@/runner/authoring';
import type { CheckAnswer, CheckRequest } from './check-messages';
import type { DocumentChecker } from './document-checker';

/** The subset of `Worker` that is used here. */
export interface CheckWorker {
  postMessage(request: CheckRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<CheckAnswer>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

type WorkerCheckOptions = {
  suiteKey: string;
  worker: CheckWorker;
  onChecked: (checked: CheckedDocument) => void;
  /** Called if the worker did not start or has failed; it sends no more results. */
  onBroken: () => void;
};

/**
 * The number of growing parts in which a long text is sent: the page processes the result for one part while the worker
 * checks the next part.
 */
const MAX_PARTS = 6;
const MIN_PART_LENGTH = 100_000;

/**
 * Checks the texts of a file in a worker. At most one request is pending and only the latest text waits, so that fast
 * typing builds up no queue.
 */
export function createWorkerChecker({ suiteKey, worker, onChecked, onBroken }: WorkerCheckOptions): DocumentChecker {
  const isLines = /\.jsonl$/i.test(suiteKey);
  let entries: DocumentEntry[] = [];
  let checkedText: string | undefined;
  let sentTexts: string[] = [];
  let latestText: string | undefined;
  let isOver = false;

  function sendLatestText(): void {
    if (isOver || sentTexts.length > 0 || latestText === undefined || latestText === checkedText) return;
    sentTexts = checkedText === undefined && isLines ? listPrefixesToCheck(latestText) : [latestText];
    let before = checkedText;
    for (const text of sentTexts) {
      const edit = before === undefined ? undefined : findEditBetween(before, text);
      const request: CheckRequest = edit === undefined ? { kind: 'open', suiteKey, text } : { kind: 'change', edit };
      worker.postMessage(request);
      before = text;
    }
  }

  function closeWorker(): void {
    isOver = true;
    worker.terminate();
  }

  function failPendingCheck(): void {
    if (isOver) return;
    closeWorker();
    onBroken();
  }

  worker.onerror = failPendingCheck;
  worker.onmessageerror = failPendingCheck;
  worker.onmessage = ({ data }) => {
    if (isOver) return;
    const lastEntries = data.tail === 0 ? [] : entries.slice(-data.tail);
    entries = [...entries.slice(0, data.kept), ...data.fresh, ...lastEntries];
    if (data.isAnswer) checkedText = sentTexts.shift();
    if (checkedText !== undefined && checkedText === latestText)
      onChecked(assembleDocument(checkedText, { entries, crossEntryProblems: data.crossEntryProblems }));
    sendLatestText();
  };
  return {
    update(text) {
      latestText = text;
      sendLatestText();
    },
    close: closeWorker,
  };
}

/** Returns growing prefixes of a text that end at line breaks; the last is the whole text. */
function listPrefixesToCheck(text: string): string[] {
  const step = Math.max(MIN_PART_LENGTH, Math.ceil(text.length / MAX_PARTS));
  const beginnings: string[] = [];
  let end = text.indexOf('\n', step) + 1;
  while (end > 0 && end < text.length) {
    beginnings.push(text.slice(0, end));
    end = text.indexOf('\n', end + step) + 1;
  }
  return [...beginnings, text];
}
