import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AttemptPlace, bodyQuery } from '@/lib/queries';
import { AttemptPlaceContext, WholeTextContext, type WholeTextProps } from './attempt-place';

/** Hands an attempt to everything that shows its texts, and lets them fetch the long ones. */
export function AttemptTexts({ place, children }: { place: AttemptPlace; children: ReactNode }) {
  return (
    <AttemptPlaceContext value={place}>
      <WholeTextContext value={WholeText}>{children}</WholeTextContext>
    </AttemptPlaceContext>
  );
}

function WholeText({ place, at, children }: WholeTextProps) {
  const { data, error, refetch } = useQuery(bodyQuery(place, at));
  return children({ text: data, problem: error?.message, onRetry: () => void refetch() });
}
