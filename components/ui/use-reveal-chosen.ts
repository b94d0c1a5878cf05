import { useEffect, useEffectEvent } from 'react';

type Chosen = {
  chosen: string | number | undefined;
  /** The place of the chosen row in the list, if it is there. */
  position: number | undefined;
  /** True if no filter is set. */
  whole?: boolean;
};

/**
 * Brings a newly chosen row into sight, and the chosen one when the filter is cleared; a list that merely grows or
 * reorders is left where the person has it.
 */
export function useRevealChosen(
  { chosen, position, whole = false }: Chosen,
  scrollTo: (position: number) => void,
): void {
  const isThere = position !== undefined;
  const reveal = useEffectEvent(() => {
    if (position !== undefined) scrollTo(position);
  });
  useEffect(() => {
    if (whole) reveal();
  }, [whole]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice, or that its row has come, moves the list
  useEffect(() => reveal(), [chosen, isThere]);
}
