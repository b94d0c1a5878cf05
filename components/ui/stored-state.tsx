import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/**
 * Stores which parts of a windowed list are expanded. A row that scrolls out of view is removed from the DOM and must
 * have the same state when it is rendered again.
 */
export type StoredState = {
  get(key: string): boolean;
  set(key: string, value: boolean): void;
  subscribe(listener: () => void): () => void;
};

export const StoredStateContext = createContext<StoredState | undefined>(undefined);

export function createStoredState(): StoredState {
  const values = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  return {
    get: (key) => values.get(key) ?? false,
    set(key, value) {
      values.set(key, value);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns whether something is expanded, and a function to change that. The state is stored in the surrounding list if
 * the list provides a `StoredState`.
 */
export function useStoredState(key: string): [boolean, (value: boolean) => void] {
  const openState = useContext(StoredStateContext);
  const [isOwnValue, setIsOwnValue] = useState(false);
  const value = useSyncExternalStore(
    openState?.subscribe ?? neverSubscribe,
    () => openState?.get(key) ?? isOwnValue,
    () => isOwnValue,
  );
  return [value, (next) => (openState === undefined ? setIsOwnValue(next) : openState.set(key, next))];
}

function neverSubscribe(): () => void {
  return () => undefined;
}
