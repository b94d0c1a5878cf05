import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../usage-error.ts';

/**
 * The pause after which a change counts as complete, because an editor may write a file several times when it saves it.
 */
const MIN_QUIET_TIME_MS = 100;

export type WatchedFiles = {
  /** Waits for changes. Returns the files that have changed since the last call; empty after watching has stopped. */
  next(signal: AbortSignal): Promise<string[]>;
  /** Forgets the changes so far, except changes of files for which `isKept` returns true. */
  discardChanges(isKept: (file: string) => boolean): Promise<void>;
  close(): void;
};

/** Watches the files in a folder and its subfolders, except ignored files. */
export function watchFiles(root: string, isIgnored: (file: string) => boolean): WatchedFiles {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let wakeWaiter = (): void => undefined;

  function watchFolder(folder: string): void {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name !== null) recordFileChange(path.join(folder, name));
    });
    watchers.set(folder, watcher);
    watcher.on('error', () => unwatchFolder(folder));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const filePath = path.join(folder, entry.name);
      if (entry.isDirectory() && !isIgnored(filePath)) watchFolderIfPresent(filePath);
    }
  }

  /** Watches a folder if it exists. It may have been deleted in the meantime, which is not an error. */
  function watchFolderIfPresent(folder: string): void {
    try {
      watchFolder(folder);
    } catch (error) {
      unwatchFolder(folder);
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw createTooManyFoldersError(root);
    }
  }

  function unwatchFolder(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function recordFileChange(file: string): void {
    if (isIgnored(file)) return;
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isFolder) watchFolderIfPresent(file);
    else if (watchers.has(file)) unwatchFolder(file);
    changed.add(file);
    wakeWaiter();
  }

  function waitForNextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const endWatch = (): void => {
        wakeWaiter = () => undefined;
        signal.removeEventListener('abort', endWatch);
        resolve();
      };
      wakeWaiter = endWatch;
      signal.addEventListener('abort', endWatch);
      if (changed.size > 0 || signal.aborted) endWatch();
    });
  }

  watchFolder(root);
  return {
    async next(signal) {
      await waitForNextChange(signal);
      for (let before = -1; before !== changed.size; ) {
        before = changed.size;
        await wait(MIN_QUIET_TIME_MS);
      }
      if (signal.aborted) return [];
      const files = [...changed];
      changed.clear();
      return files;
    },
    async discardChanges(isKept) {
      // The operating system reports changes with a small delay, so this function waits for them.
      await wait(MIN_QUIET_TIME_MS);
      for (const file of changed) if (!isKept(file)) changed.delete(file);
    },
    close() {
      for (const folder of [...watchers.keys()]) unwatchFolder(folder);
    },
  };
}

function createTooManyFoldersError(root: string): UsageError {
  return new UsageError(`${root} has more folders than this system watches`, [
    'On Linux, fs.inotify.max_user_watches is the limit.',
  ]);
}
