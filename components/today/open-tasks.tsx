import type { ReactNode } from 'react';
import { caseEditorUrl } from '@/components/cases/case-address';
import { formatMoneyAmount } from '@/components/spending/format-spending';
import { TextLink } from '@/components/ui/links';
import type { Overview } from '@/lib/queries';
import { formatCountWithNoun } from '@/runner/format';

/** Shows tasks for the user, such as failures to review, and the cost of the last seven days. */
export function OpenTasks({
  of: { toReview, quarantined, cost },
  proposals: { rules, first },
}: {
  of: Overview['work'];
  proposals: Overview['proposals'];
}) {
  return (
    <section aria-label="Open work" className="flex flex-wrap gap-3">
      <OpenTaskTile title="To review">
        {toReview.runId === null ? (
          'Nothing'
        ) : (
          <TextLink href={`/runs/${toReview.runId}/review`}>
            {formatCountWithNoun(toReview.attempts, 'failed conversation')}
          </TextLink>
        )}
      </OpenTaskTile>
      <OpenTaskTile title="Quarantined">
        {quarantined.runId === null ? (
          'No case'
        ) : (
          <TextLink href={`/runs/${quarantined.runId}`}>{formatCountWithNoun(quarantined.cases, 'case')}</TextLink>
        )}
      </OpenTaskTile>
      <OpenTaskTile title="Inferred rules to accept">
        {first === null ? (
          'None'
        ) : (
          <TextLink href={caseEditorUrl(first.suiteKey, first.caseId, 'proposals')}>
            {formatCountWithNoun(rules, 'rule')}
          </TextLink>
        )}
      </OpenTaskTile>
      <OpenTaskTile title="Cost of the last 7 days">
        {cost.length === 0 ? 'No known prices' : cost.map(formatMoneyAmount).join(', ')}
      </OpenTaskTile>
    </section>
  );
}

function OpenTaskTile({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-40 rounded-lg border bg-surface px-4 py-2.5">
      <p className="text-ink-faint text-xs">{title}</p>
      <p className="font-medium tabular-nums">{children}</p>
    </div>
  );
}
