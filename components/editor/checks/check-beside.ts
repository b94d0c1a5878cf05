import { assembleDocument, type CheckedDocument, type DocumentEntry, editBetween } from '@/runner/authoring';
import type { CheckAnswer, CheckRequest } from './check-messages';
import type { Checker } from './checker';

/** The part of `Worker` that is used. */
export interface CheckWorker {
  postMessage(request: CheckRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<CheckAnswer>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

type Beside = {
  suiteKey: string;
  worker: CheckWorker;
  onChecked: (checked: CheckedDocument) => void;
  /** The worker did not start, or is broken: nothing more comes from it. */
  onBroken: () => void;
};

/** A long text is sent in so many parts: while one is checked, the page takes over what was found in the one before. */
const PARTS = 6;
const SHORTEST_PART = 100_000;

/**
 * Has the texts of a file checked in a worker. Only one is on its way at a time and only the latest waits, so that
 * somebody who types fast is never behind.
 */
export function createCheckBeside({ suiteKey, worker, onChecked, onBroken }: Beside): Checker {
  const isLines = /\.jsonl$/i.test(suiteKey);
  let entries: DocumentEntry[] = [];
  let checkedText: string | undefined;
  let sent: string[] = [];
  let latest: string | undefined;
  let isOver = false;

  function sendLatest(): void {
    if (isOver || sent.length > 0 || latest === undefined || latest === checkedText) return;
    sent = checkedText === undefined && isLines ? listPrefixes(latest) : [latest];
    let before = checkedText;
    for (const text of sent) {
      const edit = before === undefined ? undefined : editBetween(before, text);
      const request: CheckRequest = edit === undefined ? { kind: 'open', suiteKey, text } : { kind: 'change', edit };
      worker.postMessage(request);
      before = text;
    }
  }

  function close(): void {
    isOver = true;
    worker.terminate();
  }

  function giveUp(): void {
    if (isOver) return;
    close();
    onBroken();
  }

  worker.onerror = giveUp;
  worker.onmessageerror = giveUp;
  worker.onmessage = ({ data }) => {
    if (isOver) return;
    const tail = data.tail === 0 ? [] : entries.slice(-data.tail);
    entries = [...entries.slice(0, data.kept), ...data.fresh, ...tail];
    if (data.isAnswer) checkedText = sent.shift();
    if (checkedText !== undefined && checkedText === latest)
      onChecked(assembleDocument(checkedText, { entries, across: data.across }));
    sendLatest();
  };
  return {
    update(text) {
      latest = text;
      sendLatest();
    },
    close,
  };
}

/** More and more of a text, whole lines at a time, and at last all of it. */
function listPrefixes(text: string): string[] {
  const step = Math.max(SHORTEST_PART, Math.ceil(text.length / PARTS));
  const beginnings: string[] = [];
  let end = text.indexOf('\n', step) + 1;
  while (end > 0 && end < text.length) {
    beginnings.push(text.slice(0, end));
    end = text.indexOf('\n', end + step) + 1;
  }
  return [...beginnings, text];
}
