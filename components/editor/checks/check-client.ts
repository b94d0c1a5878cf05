import type { CheckedDocument } from '@/runner/authoring';
import { type CheckWorker, createWorkerCheck } from './check-beside';
import { createPageCheck } from './check-here';
import type { Checker } from './checker';

/** Where the text is checked: in a worker, in the page itself, or nowhere. */
export type CheckLocation = 'beside' | 'here' | 'nowhere';

type CheckClientOptions = {
  suiteKey: string;
  onChecked: (checked: CheckedDocument) => void;
  onPlace: (place: CheckLocation) => void;
  startWorker?: () => CheckWorker;
};

const RESTARTS = 1;

/**
 * Checks the texts of a file in a worker. If the worker cannot start or fails, it is replaced once; after that the
 * page checks the text itself. Editing always continues.
 */
export function createCheckClient({
  suiteKey,
  onChecked,
  onPlace,
  startWorker = startCheckWorker,
}: CheckClientOptions): Checker {
  let latest: string | undefined;
  let failures = 0;
  let checker: Checker | undefined = checkInWorker();

  function checkInWorker(): Checker {
    try {
      return createWorkerCheck({ suiteKey, worker: startWorker(), onChecked, onBroken: replaceCheck });
    } catch {
      failures += 1;
      return failures > RESTARTS ? checkInPage() : checkInWorker();
    }
  }

  function replaceCheck(): void {
    failures += 1;
    checker = failures > RESTARTS ? checkInPage() : checkInWorker();
    if (latest !== undefined) checker.update(latest);
  }

  function checkInPage(): Checker {
    onPlace('here');
    return createPageCheck({
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
      latest = text;
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
