import { assembleDocument, type CheckedDocument, type ReadParts } from '@/runner/authoring';
import type { Checker } from './checker';
import type { TextCheck } from './create-text-check';

/** Checks only after this pause, so that typing is never delayed. */
const QUIET_MS = 400;

type Here = {
  suiteKey: string;
  onChecked: (checked: CheckedDocument) => void;
  /** Called if a text could not be checked; the next text is still checked. */
  onBroken: () => void;
  load?: () => Promise<typeof import('./create-text-check')>;
};

/** Checks the texts of a file on the main thread, during pauses in typing. */
export function createCheckHere({ suiteKey, onChecked, onBroken, load = loadCheck }: Here): Checker {
  let check: TextCheck | undefined;
  let latest = '';
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function answer(text: string, parts: ReadParts): void {
    if (!isOver && text === latest) onChecked(assembleDocument(text, parts));
  }

  async function checkNow(): Promise<void> {
    const text = latest;
    try {
      const { createTextCheck } = await load();
      if (isOver || text !== latest) return;
      check ??= createTextCheck(suiteKey, (parts) => answer(latest, parts));
      answer(text, check.read(text));
    } catch {
      check = undefined;
      if (!isOver) onBroken();
    }
  }

  return {
    update(text) {
      latest = text;
      clearTimeout(waiting);
      waiting = setTimeout(() => void checkNow(), QUIET_MS);
    },
    close() {
      isOver = true;
      clearTimeout(waiting);
    },
  };
}

/** Loaded lazily: the page needs the check only if no worker runs. */
function loadCheck(): Promise<typeof import('./create-text-check')> {
  return import('./create-text-check');
}
