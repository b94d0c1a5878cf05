import { assembleDocument, type CheckedDocument, type Entry, editBetween } from '@/runner/authoring';
import type { Checker } from './check-client';
import type { CheckAnswer, CheckRequest } from './check-messages';

/** What is used of a `Worker`. */
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

/**
 * Has the texts of a file checked in a worker. Only one is on its way at a time and only the latest waits, so that
 * somebody who types fast is never behind.
 */
export function createCheckBeside({ suiteKey, worker, onChecked, onBroken }: Beside): Checker {
  let entries: Entry[] = [];
  let answered: string | undefined;
  let sent: string | undefined;
  let latest: string | undefined;
  let isOver = false;

  function sendLatest(): void {
    if (isOver || sent !== undefined || latest === undefined || latest === answered) return;
    const edit = answered === undefined ? undefined : editBetween(answered, latest);
    const request: CheckRequest =
      edit === undefined ? { kind: 'open', suiteKey, text: latest } : { kind: 'change', edit };
    sent = latest;
    worker.postMessage(request);
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
    if (data.isAnswer) {
      answered = sent;
      sent = undefined;
    }
    if (answered !== undefined && answered === latest)
      onChecked(assembleDocument(answered, { entries, across: data.across }));
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
