import { Download } from 'lucide-react';
import { plural } from '@/lib/format';
import type { Review } from '@/runner/contract';
import { caseKey, hasEnded, type RunState } from '@/runner/fold';
import { type Agreement, agreementOf } from '@/runner/verdict';

type Props = { state: RunState; reviews: readonly Review[]; onFilter: (text: string) => void };

/** Shows how far people agree with the verdicts of the run, once there is a review. */
export function AgreementLine({ state, reviews, onFilter }: Props) {
  const agreement = agreementOf(judgedReviews(state, reviews));
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-4 py-1.5 text-ink-soft text-xs">
      <button type="button" className="font-medium text-ink hover:underline" onClick={() => onFilter('review:any')}>
        {plural(reviews.length, 'review')}
      </button>
      <span>{describeAgreement(agreement)}</span>
      {agreement.kappa !== null && (
        <span
          className="text-ink-faint tabular-nums"
          title="Agreement beyond chance, Cohen’s kappa: 1 is complete, 0 is chance"
        >
          κ {agreement.kappa.toFixed(2)}
        </span>
      )}
      <a
        href={`/api/runs/${encodeURIComponent(state.runId)}/reviews?format=csv`}
        download
        className="ml-auto flex items-center gap-1 hover:text-ink hover:underline"
      >
        <Download aria-hidden className="size-3.5" />
        Export reviews
      </a>
    </p>
  );
}

function describeAgreement({ compared, agreed, tooKind, tooStrict, notAgent }: Agreement): string {
  const parts = [
    ...(compared === 0 ? [] : [`people agree with ${agreed} of ${compared} verdicts`]),
    ...(tooKind === 0 ? [] : [`${tooKind} false ${tooKind === 1 ? 'pass' : 'passes'}`]),
    ...(tooStrict === 0 ? [] : [plural(tooStrict, 'false failure')]),
    ...(notAgent === 0 ? [] : [`${notAgent} not the agent’s fault`]),
  ];
  return parts.join(' · ');
}

function judgedReviews({ rows }: RunState, reviews: readonly Review[]): Parameters<typeof agreementOf>[0] {
  const known = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row.attempts]));
  return reviews.flatMap(({ suiteKey, caseId, attempt, verdict }) => {
    const row = known.get(caseKey(suiteKey, caseId))?.find((entry) => entry.attempt === attempt);
    const status = row?.status;
    return status !== undefined && hasEnded(status) ? [{ status, verdict }] : [];
  });
}
