import { type ComponentType, createContext, type ReactNode } from 'react';
import type { AttemptAddress } from '@/lib/queries';

/** The attempt whose texts are shown; long ones are asked for there. */
export const AttemptAddressContext = createContext<AttemptAddress | undefined>(undefined);

/** A text on its way: none before it has come, and a problem when it could not be fetched. */
export type FetchedText = { text: string | undefined; problem: string | undefined; onRetry: () => void };

export type WholeTextProps = { place: AttemptAddress; at: string; children: (fetched: FetchedText) => ReactNode };

/** Fetches the whole of a text; `at` is its `LongText.at`. Where every text comes along, nobody provides it. */
export const WholeTextContext = createContext<ComponentType<WholeTextProps> | undefined>(undefined);
