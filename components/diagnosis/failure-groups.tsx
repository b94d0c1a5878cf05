import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import type { FailureGroup } from '@/lib/queries';
import { formatCauseTerm } from '@/lib/view/case-filter';
import { caseKey } from '@/runner/fold';
import { formatCountWithNoun } from '@/runner/format';
import { TextWithCode } from './text-with-code';

/** Returns the URL of the run page with these cases, selected by a filter or by their ids. */
export type CasesHref = (search: { q?: string; suite?: string; case?: string; attempt?: number }) => string;

const MAX_LISTED_CASES = 5;

type Props = { groups: readonly FailureGroup[]; failures: number; hrefOf: CasesHref };

/** Lists the failures of a run, grouped by cause, with the cases of each group. */
export function FailureGroups({ groups, failures, hrefOf }: Props) {
  return (
    <section aria-labelledby="causes" className="flex flex-col gap-3">
      <h2 id="causes" className="font-semibold text-base">
        Failures by cause
      </h2>
      {groups.length === 0 ? (
        <Notice title="Nothing failed." />
      ) : (
        <>
          <p className="text-ink-soft text-xs">
            {formatCountWithNoun(failures, 'failure')}, {formatCountWithNoun(groups.length, 'cause')}
          </p>
          <ol aria-label="Causes" className="overflow-hidden rounded-lg border bg-surface">
            {groups.map((group) => (
              <FailureGroupCard key={group.key} group={group} hrefOf={hrefOf} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function FailureGroupCard({
  group: { key, headline, status, attempts, cases },
  hrefOf,
}: { group: FailureGroup } & Pick<Props, 'hrefOf'>) {
  const hiddenCount = cases.length - MAX_LISTED_CASES;
  return (
    <li className="flex flex-col gap-1 border-b px-4 py-2.5 last:border-b-0">
      <p className="flex items-baseline gap-2">
        <Status of={status} show="icon" className="shrink-0 self-center" />
        <span className="min-w-0 grow break-words font-medium">
          <TextWithCode text={headline} />
        </span>
        <TextLink
          href={hrefOf({ q: formatCauseTerm(key) })}
          className="inline-flex min-h-6 shrink-0 items-center text-xs"
        >
          {formatCountWithNoun(cases.length, 'case')}
        </TextLink>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 pl-6 text-xs">
        {cases.slice(0, MAX_LISTED_CASES).map(({ suiteKey, id }) => (
          <TextLink
            key={caseKey(suiteKey, id)}
            href={hrefOf({ suite: suiteKey, case: id })}
            className="inline-flex min-h-6 min-w-0 items-center break-all"
          >
            {id}
          </TextLink>
        ))}
        {hiddenCount > 0 && <span className="text-ink-faint">and {hiddenCount} more</span>}
        {attempts > cases.length && <span className="text-ink-faint">{formatCountWithNoun(attempts, 'attempt')}</span>}
      </p>
    </li>
  );
}
