import { useSyncExternalStore } from 'react';

/**
 * Creates a hook that loads something on first use, such as a renderer. The hook returns undefined until it has loaded
 * and no text is selected, because replacing text in the page would clear the selection.
 */
export function createLazyPartHook<Part>(load: () => Promise<Part>): () => Part | undefined {
  const listeners = new Set<() => void>();
  let cachedPart: Part | undefined;
  let isAsked = false;

  async function loadPartOnce(): Promise<void> {
    isAsked = true;
    const loadedPart = await load();
    await waitUntilDeselected();
    cachedPart = loadedPart;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (!isAsked) void loadPartOnce();
    return () => listeners.delete(listener);
  }

  return function usePart() {
    return useSyncExternalStore(
      subscribe,
      () => cachedPart,
      () => undefined,
    );
  };
}

function waitUntilDeselected(): Promise<void> {
  return new Promise((resolve) => {
    const resolveWhenDeselected = () => {
      if (document.getSelection()?.isCollapsed === false) return;
      document.removeEventListener('selectionchange', resolveWhenDeselected);
      resolve();
    };
    document.addEventListener('selectionchange', resolveWhenDeselected);
    resolveWhenDeselected();
  });
}
