import { assembleDocument, type CheckedDocument, type Entry, editBetween } from '@/runner/authoring';
import type { CheckAnswer, CheckRequest } from './check-messages';

export type CheckClient = { update(text: string): void; close(): void };

/**
 * Has the texts of a file checked in a worker. Only one is on its way at a time and only the latest waits, so that
 * somebody who types fast is never behind.
 */
export function createCheckClient(suiteKey: string, onChecked: (checked: CheckedDocument) => void): CheckClient {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
  let entries: Entry[] = [];
  let answered: string | undefined;
  let sent: string | undefined;
  let latest: string | undefined;

  function sendLatest(): void {
    if (sent !== undefined || latest === undefined || latest === answered) return;
    const edit = answered === undefined ? undefined : editBetween(answered, latest);
    const request: CheckRequest =
      edit === undefined ? { kind: 'open', suiteKey, text: latest } : { kind: 'change', edit };
    sent = latest;
    worker.postMessage(request);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    const tail = data.tail === 0 ? [] : entries.slice(-data.tail);
    entries = [...entries.slice(0, data.kept), ...data.fresh, ...tail];
    if (data.isAnswer) {
      answered = sent;
      sent = undefined;
    }
    if (answered !== undefined && answered === latest)
      onChecked(assembleDocument(answered, { entries, across: data.across }));
    sendLatest();
  });
  return {
    update(text) {
      latest = text;
      sendLatest();
    },
    close: () => worker.terminate(),
  };
}
