import { applyEdits, type IncrementalDocumentParts } from '@/runner/authoring';
import type { CheckAnswer, CheckRequest } from './check-messages';
import { createSuiteTextChecker, type SuiteTextChecker } from './create-text-check';

handleCheckRequests();

/** Checks the text of one file in a worker, so that typing is not delayed. */
function handleCheckRequests(): void {
  let checking: { text: string; check: SuiteTextChecker } | undefined;
  self.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
    if (data.kind === 'open') {
      checking = {
        text: data.text,
        check: createSuiteTextChecker(data.suiteKey, (documentParts) => sendCheckResult(documentParts, false)),
      };
    }
    if (checking === undefined) return;
    if (data.kind === 'change') checking.text = applyEdits(checking.text, [data.edit]);
    sendCheckResult(checking.check.read(checking.text), true);
  });
  // Rethrows rejected promises as errors, because the page's `onerror` handler does not receive rejections.
  self.addEventListener('unhandledrejection', ({ reason }) => {
    throw reason;
  });
}

function sendCheckResult(
  { entries, crossEntryProblems, unchangedAtStart: kept, unchangedAtEnd: tail }: IncrementalDocumentParts,
  isAnswer: boolean,
): void {
  const changedEntries = entries.slice(kept, entries.length - tail);
  self.postMessage({ fresh: changedEntries, kept, tail, crossEntryProblems, isAnswer } satisfies CheckAnswer);
}
