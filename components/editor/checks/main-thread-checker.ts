import { assembleDocument, type CheckedDocument, type IncrementalDocumentParts } from '@/runner/authoring';
import type { SuiteTextChecker } from './create-text-check';
import type { DocumentChecker } from './document-checker';

/** Milliseconds without typing after which the text is checked, so that the check does not delay typing. */
const TYPING_PAUSE_MS = 400;

type MainThreadCheckerOptions = {
  suiteKey: string;
  onChecked: (checked: CheckedDocument) => void;
  /** Called if a text could not be checked; the next text will still be checked. */
  onBroken: () => void;
  load?: () => Promise<typeof import('./create-text-check')>;
};

/** Checks the texts of a file on the main thread, during pauses in typing. */
export function createMainThreadChecker({
  suiteKey,
  onChecked,
  onBroken,
  load = loadTextCheckerModule,
}: MainThreadCheckerOptions): DocumentChecker {
  let check: SuiteTextChecker | undefined;
  let latestText = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function reportCheckedText(text: string, documentParts: IncrementalDocumentParts): void {
    if (!isOver && text === latestText) onChecked(assembleDocument(text, documentParts));
  }

  async function checkLatestText(): Promise<void> {
    const text = latestText;
    try {
      const { createSuiteTextChecker } = await load();
      if (isOver || text !== latestText) return;
      check ??= createSuiteTextChecker(suiteKey, (documentParts) => reportCheckedText(latestText, documentParts));
      reportCheckedText(text, check.read(text));
    } catch {
      check = undefined;
      if (!isOver) onBroken();
    }
  }

  return {
    update(text) {
      latestText = text;
      clearTimeout(timer);
      timer = setTimeout(() => void checkLatestText(), TYPING_PAUSE_MS);
    },
    close() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** The check is loaded lazily, because the page needs it only if no worker runs. */
function loadTextCheckerModule(): Promise<typeof import('./create-text-check')> {
  return import('./create-text-check');
}
