import { createContext } from 'react';

/** The currency of the costs of the current run; undefined if the config does not name one. */
export const CurrencyContext = createContext<string | undefined>(undefined);
