import { useSyncExternalStore } from 'react';

/**
 * A hook that loads a part when it is first used, and returns it once it is there and no words of the page are selected:
 * what takes the place of words would take the selection with it.
 */
export function afterSelection<Part>(load: () => Promise<Part>): () => Part | undefined {
  const listeners = new Set<() => void>();
  let part: Part | undefined;
  let isAsked = false;

  async function loadOnce(): Promise<void> {
    isAsked = true;
    const loaded = await load();
    await untilNothingIsSelected();
    part = loaded;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (!isAsked) void loadOnce();
    return () => listeners.delete(listener);
  }

  return function usePart() {
    return useSyncExternalStore(
      subscribe,
      () => part,
      () => undefined,
    );
  };
}

function untilNothingIsSelected(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.getSelection()?.isCollapsed === false) return;
      document.removeEventListener('selectionchange', look);
      resolve();
    };
    document.addEventListener('selectionchange', look);
    look();
  });
}
