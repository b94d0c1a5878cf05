import { useSyncExternalStore } from 'react';

/** Returns true once the page is hydrated. Used for content that the server cannot know or need not send. */
export function useMounted(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
