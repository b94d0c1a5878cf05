import { useMemo } from 'react';
import type { LabelledVerdict } from '@/runner/verdict';
import { ConfusionTable } from './confusion-table';
import { describeAgreement, listAgreements } from './list-agreements';

/**
 * Shows how often people agree with each judge, with the confusion table. Counts only attempts whose result one judge
 * decided alone.
 */
export function JudgeAgreements({ labelled }: { labelled: readonly LabelledVerdict[] }) {
  const judges = useMemo(() => listAgreements(labelled), [labelled]);
  if (judges.length === 0) return null;
  return judges.map((judge) => (
    <details key={judge.name} className="min-w-0 [&[open]]:basis-full">
      <summary className="cursor-pointer hover:text-ink">{`people ${describeAgreement(judge)}`}</summary>
      <ConfusionTable {...judge} people="People say" judge="Judge" />
    </details>
  ));
}
