// The question that this page answers: in which conversation did somebody say or do this?
'use client';

import { useQueryStates } from 'nuqs';
import { useDeferredValue } from 'react';
import { ListPage } from '@/components/layout/list-page';
import { PassageSearchResults } from '@/components/search/passage-search-results';
import { SearchHelp } from '@/components/search/search-help';
import { Button } from '@/components/ui/button';
import { X } from '@/components/ui/icons';
import { textSearchParams } from './search-params';

/** Full-text search of conversations and tool calls, in all runs or one. */
export function SearchView() {
  const [{ q, run }, setSearchParams] = useQueryStates(textSearchParams, { history: 'replace' });
  const text = useDeferredValue(q).trim();
  return (
    <ListPage
      title="Search"
      filter={{
        label: 'Search what was said and done',
        placeholder: 'Words, "a phrase", tool:name, s:failed',
        text: q,
        onText: (typed) => void setSearchParams({ q: typed }),
      }}
    >
      {run !== null && (
        <p className="flex items-center gap-2 text-ink-soft text-xs">
          Only in run {run}
          <Button size="sm" icon={X} onClick={() => void setSearchParams({ run: null })}>
            Search all runs
          </Button>
        </p>
      )}
      {text === '' ? <SearchHelp /> : <PassageSearchResults text={text} run={run ?? undefined} />}
    </ListPage>
  );
}
