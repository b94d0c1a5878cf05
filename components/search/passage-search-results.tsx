import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import { type HitFilter, type SearchHit, searchQuery } from '@/lib/queries';
import { formatAgentName, formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { FacetBar } from './facet-bar';
import { formatTurnCount } from './facets';
import { type CaseHits, groupHits, type SameTextHits } from './group-hits';
import { searchHitAddress } from './search-hit-address';

const fieldLabels: Record<SearchHit['field'], string> = {
  user: 'User',
  agent: 'Agent',
  tools: 'Tool',
  facts: 'Tool data',
  failures: 'Failure',
  checkpoints: 'Checkpoint',
};

/**
 * Lists the turns that match the search, grouped by case and newest first, with links to their conversations. Turns
 * with the same text are one entry.
 */
export function PassageSearchResults({ text, run }: { text: string; run: string | undefined }) {
  const [limits, setLimits] = useState<HitFilter>({});
  const query = useInfiniteQuery(searchQuery({ text, run, only: limits }));
  if (query.isError || query.data === undefined) return <PendingQuery query={query} shape="rows" />;
  const hits = query.data.pages.flatMap((page) => page.hits);
  const counts = query.data.pages[0]?.counts ?? { groups: [], isCut: false };
  const hasHits = counts.groups.length > 0;
  return (
    <>
      <p role="status" className="text-ink-soft text-xs">
        {formatTurnCount(counts, limits)}
      </p>
      <FacetBar counts={counts} limits={limits} onLimits={setLimits} />
      {!hasHits && (
        <Notice
          title={`Nothing found for “${replaceInvisibleCharacters(text)}”`}
          details={['Try fewer words, or the beginning of one.']}
        />
      )}
      {hasHits && hits.length === 0 && (
        <Notice title="No matches">
          <Button onClick={() => setLimits({})}>Show all matches</Button>
        </Notice>
      )}
      {hits.length > 0 && (
        <ul aria-label="Matches" className="overflow-hidden rounded-lg border bg-surface">
          {groupHits(hits).map((group) => (
            <CaseMatches key={group.key} of={group} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="self-center" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function CaseMatches({ of: { suiteKey, caseId, lines } }: { of: CaseHits }) {
  return (
    <li className="border-b py-1.5 last:border-b-0">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 px-4 py-1 text-xs">
        <span className="min-w-0 break-words font-medium text-sm" dir="auto">
          {replaceInvisibleCharacters(caseId)}
        </span>
        <span className="min-w-0 truncate text-ink-faint">{replaceInvisibleCharacters(suiteKey)}</span>
      </p>
      {lines.map((line) => (
        <SearchMatchLine key={line.hit.id} of={line} />
      ))}
    </li>
  );
}

function SearchMatchLine({ of: { hit, others } }: { of: SameTextHits }) {
  const { caseId, field, parts } = hit;
  return (
    <div className="px-4 pb-1">
      <div className="relative -mx-2 grid gap-0.5 rounded-md px-2 py-1 hover:bg-hover">
        <p className="flex flex-wrap items-center gap-x-3 text-xs">
          <Status of={hit.status} show="icon" />
          <Link href={searchHitAddress(hit)} className="font-medium text-accent after:absolute after:inset-0">
            <span className="sr-only">{replaceInvisibleCharacters(caseId)}, </span>
            {attemptAndTurnText(hit)}
          </Link>
          <span className="min-w-0 truncate text-ink-faint">{replaceInvisibleCharacters(formatAgentName(hit))}</span>
          <span className="ml-auto text-ink-faint">
            <TimeAgo time={hit.startedAt} />
          </span>
        </p>
        <p className="line-clamp-3 break-words text-ink-soft">
          <span className="me-2 text-2xs text-ink-faint">{fieldLabels[field]}</span>
          <bdi>
            {parts.map(({ text, isHit }, index) => {
              const displayText = replaceInvisibleCharacters(text);
              return isHit ? (
                <mark key={index} className="bg-late-soft text-ink underline">
                  {displayText}
                </mark>
              ) : (
                <span key={index}>{displayText}</span>
              );
            })}
          </bdi>
        </p>
      </div>
      {others.length > 0 && (
        <details className="text-xs">
          <summary className="w-fit text-ink-soft">
            The same words {formatCountWithNoun(others.length, 'more time')}
          </summary>
          <ul aria-label={`Same words in ${replaceInvisibleCharacters(caseId)}`} className="flex flex-col pl-2">
            {others.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-3 py-0.5">
                <Status of={other.status} show="icon" />
                <TextLink href={searchHitAddress(other)} className="inline-flex min-h-6 items-center">
                  {attemptAndTurnText(other)}
                </TextLink>
                <span className="text-ink-faint">{replaceInvisibleCharacters(formatAgentName(other))}</span>
                <span className="text-ink-faint">
                  <TimeAgo time={other.startedAt} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function attemptAndTurnText({ turn, attempt }: SearchHit): string {
  if (turn === 0) return attempt > 1 ? `Attempt ${attempt}` : 'Whole attempt';
  return attempt > 1 ? `Turn ${turn}, attempt ${attempt}` : `Turn ${turn}`;
}
