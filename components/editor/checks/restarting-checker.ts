import type { CheckedDocument } from '@/runner/authoring';
import type { DocumentChecker } from './document-checker';
import { createMainThreadChecker } from './main-thread-checker';
import { type CheckWorker, createWorkerChecker } from './worker-checker';

/** Where the text of a file is checked: in a worker (`beside`), on the main thread (`here`), or not at all. */
export type CheckLocation = 'beside' | 'here' | 'nowhere';

type RestartingCheckerOptions = {
  suiteKey: string;
  onChecked: (checked: CheckedDocument) => void;
  onPlace: (thread: CheckLocation) => void;
  startWorker?: () => CheckWorker;
};

const MAX_RESTARTS = 1;

/**
 * Checks the texts of a file in a worker. A worker that fails is replaced once; if the second one fails, the main
 * thread checks the text. Editing works in any case.
 */
export function createRestartingChecker({
  suiteKey,
  onChecked,
  onPlace,
  startWorker = startCheckWorker,
}: RestartingCheckerOptions): DocumentChecker {
  let latestText: string | undefined;
  let failures = 0;
  let checker: DocumentChecker | undefined = checkInWorker();

  function checkInWorker(): DocumentChecker {
    try {
      return createWorkerChecker({ suiteKey, worker: startWorker(), onChecked, onBroken: replaceFailedWorker });
    } catch {
      failures += 1;
      return failures > MAX_RESTARTS ? checkInPage() : checkInWorker();
    }
  }

  function replaceFailedWorker(): void {
    failures += 1;
    checker = failures > MAX_RESTARTS ? checkInPage() : checkInWorker();
    if (latestText !== undefined) checker.update(latestText);
  }

  function checkInPage(): DocumentChecker {
    onPlace('here');
    return createMainThreadChecker({
      suiteKey,
      onChecked(checked) {
        onPlace('here');
        onChecked(checked);
      },
      onBroken: () => onPlace('nowhere'),
    });
  }

  return {
    update(text) {
      latestText = text;
      checker?.update(text);
    },
    close() {
      checker?.close();
      checker = undefined;
    },
  };
}

function startCheckWorker(): CheckWorker {
  return new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' });
}
