import { type ComponentType, createContext, type ReactNode } from 'react';
import type { AttemptAddress } from '@/lib/queries';

/** The attempt whose texts are shown; long texts are loaded from it. */
export const AttemptAddressContext = createContext<AttemptAddress | undefined>(undefined);

/** A text being loaded: `text` is undefined until it arrives, `problem` is set if loading failed. */
export type FetchTextResult = { text: string | undefined; problem: string | undefined; onRetry: () => void };

export type FullTextProps = {
  attemptAddress: AttemptAddress;
  bodyPath: string;
  children: (fetched: FetchTextResult) => ReactNode;
};

/**
 * A component that loads a whole text; `bodyPath` is the text's `LongText.at`. It is not provided where all texts are
 * already included.
 */
export const FullTextContext = createContext<ComponentType<FullTextProps> | undefined>(undefined);
