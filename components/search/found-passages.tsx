import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import { type SearchHit, searchQuery } from '@/lib/queries';
import { plural, visibleText } from '@/runner/format';
import { searchHitAddress } from './search-hit-address';

const wordOfField: Record<SearchHit['field'], string> = {
  user: 'User',
  agent: 'Agent',
  tools: 'Tool',
  facts: 'Tool data',
  failures: 'Failure',
  checkpoints: 'Checkpoint',
};

/** Lists the turns that match, newest first, with links to their conversations. */
export function FoundPassages({ text, run }: { text: string; run: string | undefined }) {
  const query = useInfiniteQuery(searchQuery({ text, run }));
  if (query.isError || query.data === undefined) return <PendingQuery query={query} className="h-64" />;
  const hits = query.data.pages.flatMap((page) => page.hits);
  return (
    <>
      <p role="status" className="text-ink-soft text-xs">
        {plural(hits.length, 'place')}
        {query.hasNextPage && ' so far'}
      </p>
      {hits.length === 0 ? (
        <Notice
          title={`Nothing found for “${visibleText(text)}”`}
          details={['Try fewer words, or the beginning of one.']}
        />
      ) : (
        <ul aria-label="Matches" className="overflow-hidden rounded-lg border bg-surface">
          {hits.map((hit) => (
            <SearchHitLink key={hit.id} hit={hit} />
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

function SearchHitLink({ hit }: { hit: SearchHit }) {
  const { status, caseId, suiteKey, connector, attempt, turn, startedAt, field, parts } = hit;
  return (
    <li className="relative grid gap-1 border-b px-4 py-2.5 last:border-b-0 hover:bg-hover">
      <p className="flex flex-wrap items-center gap-x-3 text-xs">
        <Status of={status} show="icon" />
        <Link href={searchHitAddress(hit)} className="font-medium text-sm after:absolute after:inset-0">
          {visibleText(caseId)}
          {turn > 0 && <span className="text-ink-soft"> · turn {turn}</span>}
        </Link>
        {attempt > 1 && <span className="text-ink-soft">attempt {attempt}</span>}
        <span className="min-w-0 truncate text-ink-faint">{visibleText(suiteKey)}</span>
        {connector !== null && <span className="text-ink-faint">{visibleText(connector)}</span>}
        <span className="ml-auto text-ink-faint">
          <TimeAgo at={startedAt} />
        </span>
      </p>
      <p className="line-clamp-3 break-words text-ink-soft">
        <span className="mr-2 text-2xs text-ink-faint">{wordOfField[field]}</span>
        {parts.map(({ text, isHit }, place) => {
          const displayText = visibleText(text);
          return isHit ? (
            <mark key={place} className="bg-late-soft text-ink underline">
              {displayText}
            </mark>
          ) : (
            <span key={place}>{displayText}</span>
          );
        })}
      </p>
    </li>
  );
}
