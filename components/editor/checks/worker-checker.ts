import { assembleDocument, type CheckedDocument, type DocumentEntry, findEditBetween } from '@/runner/authoring';
import type { CheckAnswer, CheckRequest } from './check-messages';
import type { DocumentChecker } from './document-checker';

/** The part of the `Worker` interface that is used here. */
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
  /** Called once if the worker did not start or has failed; no results follow. */
  onBroken: () => void;
};

/**
 * A long text is sent in up to this many growing prefixes, so that the page can show the result of one prefix while the
 * worker checks the next.
 */
const MAX_PARTS = 6;
const MIN_PART_LENGTH = 100_000;

/**
 * Checks the texts of a file in a worker. While a check is pending, only the latest text is kept, so that fast typing
 * does not build up a queue.
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

/** Returns growing prefixes of a text that end at line breaks. The last one is the whole text. */
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
