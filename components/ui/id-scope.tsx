import { createContext, useContext } from 'react';

/** A prefix that keeps ids unique in a document with several attempts. */
export const IdScopeContext = createContext('');

/** Returns the function that makes an id unique in the document. */
export function useScopedId(): (id: string) => string {
  const scope = useContext(IdScopeContext);
  return (id) => (scope === '' ? id : `${scope}-${id}`);
}
