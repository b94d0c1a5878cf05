import { createContext, useContext } from 'react';

/** A prefix for element ids, which keeps them unique if the document contains several attempts. */
export const IdScopeContext = createContext('');

/** Returns the function that adds the prefix to an id. */
export function useScopedId(): (id: string) => string {
  const scope = useContext(IdScopeContext);
  return (id) => (scope === '' ? id : `${scope}-${id}`);
}
