import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadTrySearchParams } from './search-params';
import { TryAgentView } from './try-view';

export const metadata: Metadata = { title: 'Try an agent' };

export default async function TryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <TryAgentView initialRequest={await loadTrySearchParams(searchParams)} />;
}
