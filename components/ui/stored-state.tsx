import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** Stores which parts of a windowed list are open, so that a row that is rendered again has the same state. */
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

/** Returns whether something is open. The state is stored in the surrounding list, if that provides storage. */
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
