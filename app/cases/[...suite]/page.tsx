import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { preload } from 'react-dom';
import { suiteKeyFromSegments } from '@/components/cases/suite-key-from-segments';
import { buildCaseFileUrl, caseFileQuery } from '@/lib/queries';
import { readEnvironment } from '@/runner/host/env';
import { AppError } from '@/runner/host/errors';
import { getCaseFileSize, readCaseFile } from '@/runner/workspace';
import { SuiteView } from './suite-view';

/**
 * The maximum size in bytes of a case file whose text is embedded in the page. The browser preloads the text of larger
 * files.
 */
const MAX_EMBEDDED_BYTES = 200_000;

type Props = { params: Promise<{ suite: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: suiteKeyFromSegments((await params).suite) };
}

export default async function SuitePage({ params }: Props) {
  const suiteKey = suiteKeyFromSegments((await params).suite);
  const queryClient = new QueryClient();
  prefetchSuiteText(suiteKey, queryClient);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SuiteView key={suiteKey} suiteKey={suiteKey} />
    </HydrationBoundary>
  );
}

/**
 * Embeds the text of a small case file in the page; lets the browser preload a larger one. If the file exists but
 * cannot be read, the page shows the reason.
 */
function prefetchSuiteText(suiteKey: string, queryClient: QueryClient): void {
  const { workspace } = readEnvironment();
  try {
    if (getCaseFileSize(workspace, suiteKey) <= MAX_EMBEDDED_BYTES) {
      queryClient.setQueryData(caseFileQuery(suiteKey).queryKey, readCaseFile({ workspace, suiteKey }));
    } else {
      preload(buildCaseFileUrl(suiteKey), { as: 'fetch', crossOrigin: 'anonymous' });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') notFound();
  }
}
