import { type ComponentType, createContext, type ReactNode } from 'react';
import type { AttemptAddress } from '@/lib/queries';

/** The attempt that contains the displayed texts; long texts are loaded from it. */
export const AttemptAddressContext = createContext<AttemptAddress | undefined>(undefined);

/** The state of loading a text: `text` is undefined until it has loaded, `problem` is set if loading failed. */
export type FetchTextResult = { text: string | undefined; problem: string | undefined; onRetry: () => void };

export type FullTextProps = {
  attemptAddress: AttemptAddress;
  bodyPath: string;
  children: (fetched: FetchTextResult) => ReactNode;
};

/**
 * A component that loads the full version of a long text; `bodyPath` is the `LongText.at` of the text. Undefined on
 * pages that contain all texts in full.
 */
export const FullTextContext = createContext<ComponentType<FullTextProps> | undefined>(undefined);
