import type { CheckedDocument } from '@/runner/authoring';
import { type CheckWorker, createCheckBeside } from './check-beside';
import { createCheckHere } from './check-here';
import type { Checker } from './checker';

/** Where the text is checked: in a worker, in the page itself, or nowhere. */
export type CheckPlace = 'beside' | 'here' | 'nowhere';

type Client = {
  suiteKey: string;
  onChecked: (checked: CheckedDocument) => void;
  onPlace: (place: CheckPlace) => void;
  startWorker?: () => CheckWorker;
};

const RESTARTS = 1;

/**
 * Checks the texts of a file in a worker. If the worker cannot start or fails, it is replaced once; after that the
 * page checks the text itself. Editing always continues.
 */
export function createCheckClient({ suiteKey, onChecked, onPlace, startWorker = startCheckWorker }: Client): Checker {
  let latest: string | undefined;
  let failures = 0;
  let checker: Checker | undefined = beside();

  function beside(): Checker {
    try {
      return createCheckBeside({ suiteKey, worker: startWorker(), onChecked, onBroken: replace });
    } catch {
      failures += 1;
      return failures > RESTARTS ? here() : beside();
    }
  }

  function replace(): void {
    failures += 1;
    checker = failures > RESTARTS ? here() : beside();
    if (latest !== undefined) checker.update(latest);
  }

  function here(): Checker {
    onPlace('here');
    return createCheckHere({
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
