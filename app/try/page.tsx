import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadTrySearchParams } from './search-params';
import { TryView } from './try-view';

export const metadata: Metadata = { title: 'Try an agent' };

export default async function TryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <TryView wanted={await loadTrySearchParams(searchParams)} />;
}
