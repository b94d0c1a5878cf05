import { createContext } from 'react';

/** The currency of all costs of the run that is shown; undefined if its config named none. */
export const CurrencyContext = createContext<string | undefined>(undefined);
