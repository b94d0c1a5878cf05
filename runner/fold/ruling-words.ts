import type { AgentValidation } from '../contract/index.ts';
import { getLongTextPreview } from '../values/index.ts';

/** A decision of the built-in judge on one criterion. */
export type CriterionRuling = NonNullable<AgentValidation['rulings']>[number];

/**
 * Formats a decision of the built-in judge in one line: the criterion, the reason, and the quote with the number of its
 * turn.
 */
export function formatCriterionRuling({ requirement, reasoning, quote, turn, unproved }: CriterionRuling): string {
  if (unproved !== undefined)
    return `${JSON.stringify(getLongTextPreview(requirement))} is unproved: ${getLongTextPreview(unproved)}`;
  const prefix = turn === undefined ? '' : `turn ${turn}: `;
  const proof = quote === undefined ? '' : ` (${prefix}${JSON.stringify(getLongTextPreview(quote))})`;
  return `${getLongTextPreview(requirement)}: ${reasoning === '' ? 'no reason given' : getLongTextPreview(reasoning)}${proof}`;
}
