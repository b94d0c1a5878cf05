import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useDeferredValue } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { Status } from '@/components/ui/status';
import { caseSearchQuery, type MatchingCase } from '@/lib/queries';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { caseEditorUrl } from './case-address';

/** Lists the matching cases of all files, with links to their files. */
export function CaseSearchResults({ text, onClear }: { text: string; onClear: () => void }) {
  const query = useQuery(caseSearchQuery(useDeferredValue(text)));
  if (query.isError || query.data === undefined) return <PendingQuery query={query} shape="rows" />;
  const { found, hasMore } = query.data;
  if (found.length === 0) {
    return (
      <Notice
        title={`No cases match “${text}”`}
        details={['Try words of an id, a name or an input, s:failed, @tag, kind:dynamic; put ! in front to exclude.']}
      >
        <Button onClick={onClear}>Show all files</Button>
      </Notice>
    );
  }
  return (
    <>
      <p role="status" className="text-ink-soft text-xs">
        {hasMore
          ? `The first ${found.length} matches; add words to narrow the search.`
          : formatCountWithNoun(found.length, 'case')}
      </p>
      <ul aria-label="Cases that match" className="overflow-hidden rounded-lg border bg-surface">
        {found.map((item) => (
          <CaseSearchResultLink key={`${item.suiteKey} ${item.line} ${item.id}`} item={item} />
        ))}
      </ul>
    </>
  );
}

function CaseSearchResultLink({ item }: { item: MatchingCase }) {
  const { suiteKey, id, line, title, kind, tags, status } = item;
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-3 border-b px-4 py-2 last:border-b-0 hover:bg-hover">
      <span className="flex w-4 shrink-0 self-center">
        {status !== undefined && <Status of={status} show="icon" />}
      </span>
      <Link href={caseEditorUrl(suiteKey, id)} className="font-medium after:absolute after:inset-0">
        {replaceInvisibleCharacters(id === '' ? '(no id)' : id)}
      </Link>
      <span className="min-w-0 grow basis-40 truncate text-ink-soft">{replaceInvisibleCharacters(title)}</span>
      <span className="text-2xs text-ink-faint">
        {kind}
        {tags.map((tag) => ` @${replaceInvisibleCharacters(tag)}`)}
      </span>
      <span className="text-2xs text-ink-faint tabular-nums">
        {suiteKey}:{line}
      </span>
    </li>
  );
}
