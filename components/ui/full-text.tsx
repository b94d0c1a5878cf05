import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AttemptAddress, fullTextQuery } from '@/lib/queries';
import { AttemptAddressContext, FullTextContext, type FullTextProps } from './full-text-context';

/** Tells the components inside which attempt they show, and lets them load its long texts. */
export function FullTextProvider({ place, children }: { place: AttemptAddress; children: ReactNode }) {
  return (
    <AttemptAddressContext value={place}>
      <FullTextContext value={FullText}>{children}</FullTextContext>
    </AttemptAddressContext>
  );
}

function FullText({ attemptAddress, bodyPath, children }: FullTextProps) {
  const { data, error, refetch } = useQuery(fullTextQuery(attemptAddress, bodyPath));
  return children({ text: data, problem: error?.message, onRetry: () => void refetch() });
}
