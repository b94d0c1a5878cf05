import { useMemo } from 'react';
import { Download } from '@/components/ui/icons';
import { buildApiPath } from '@/lib/queries';
import type { Review } from '@/runner/contract';
import { caseKey, hasEnded, type RunState } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import type { LabelledVerdict } from '@/runner/verdict';
import { JudgeAgreements } from './judge-agreements';

type Props = {
  state: RunState;
  reviews: readonly Review[];
  labelled: readonly LabelledVerdict[];
  onFilter: (text: string) => void;
};

/** Shows how often people agree with the judges of the run, and how many verdicts of the run they disagree with. */
export function AgreementLine({ state, reviews, labelled, onFilter }: Props) {
  const differences = useMemo(() => describeReviewDifferences(state, reviews), [state, reviews]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-1.5 text-ink-soft text-xs">
      <button type="button" className="font-medium text-ink hover:underline" onClick={() => onFilter('review:any')}>
        {formatCountWithNoun(reviews.length, 'review')}
      </button>
      {differences !== '' && <span>{differences}</span>}
      <JudgeAgreements labelled={labelled} />
      <a
        href={buildApiPath('GET /api/runs/[runId]/reviews', { runId: state.runId, format: 'csv' })}
        download
        className="ml-auto flex items-center gap-1 hover:text-ink hover:underline"
      >
        <Download aria-hidden className="size-3.5" />
        Export reviews
      </a>
    </div>
  );
}

function describeReviewDifferences({ rows }: RunState, reviews: readonly Review[]): string {
  const attemptsByCase = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row.attempts]));
  const differing = { passed: 0, failed: 0 };
  let notAgent = 0;
  for (const { suiteKey, caseId, attempt, verdict } of reviews) {
    const status = attemptsByCase.get(caseKey(suiteKey, caseId))?.find((entry) => entry.attempt === attempt)?.status;
    if (status === undefined || !hasEnded(status)) continue;
    if (verdict === 'not_agent') notAgent += 1;
    else if (status === 'passed' && verdict === 'bad') differing.passed += 1;
    else if (status === 'failed' && verdict === 'good') differing.failed += 1;
  }
  return [
    ...(differing.passed === 0 ? [] : [`${differing.passed} false ${differing.passed === 1 ? 'pass' : 'passes'}`]),
    ...(differing.failed === 0 ? [] : [formatCountWithNoun(differing.failed, 'false failure')]),
    ...(notAgent === 0 ? [] : [`${notAgent} not the agent’s fault`]),
  ].join(' · ');
}
