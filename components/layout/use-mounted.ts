import { useSyncExternalStore } from 'react';

/** Whether the page has come to life in the browser: for what the server cannot know, or need not send. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
