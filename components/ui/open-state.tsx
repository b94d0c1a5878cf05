import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** The open parts of a list of which only some rows are in the document: a row that returns is as it was left. */
export type OpenState = {
  get(key: string): boolean;
  set(key: string, value: boolean): void;
  subscribe(listener: () => void): () => void;
};

export const KeptContext = createContext<OpenState | undefined>(undefined);

export function createKept(): OpenState {
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

/** Returns whether something is open; kept by the list around it, if that keeps such state. */
export function useKept(key: string): [boolean, (value: boolean) => void] {
  const openState = useContext(KeptContext);
  const [own, setOwn] = useState(false);
  const value = useSyncExternalStore(
    openState?.subscribe ?? never,
    () => openState?.get(key) ?? own,
    () => own,
  );
  return [value, (next) => (openState === undefined ? setOwn(next) : openState.set(key, next))];
}

function never(): () => void {
  return () => undefined;
}
