import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { environment } from '@/lib/env';
import { AppError } from '@/lib/errors';
import { caseFileQuery } from '@/lib/queries';
import { type CaseFileAnswer, readCaseFile } from '@/lib/workspace';
import { SuiteView } from './suite-view';

/** In characters. What is longer is asked for by the page once it is there. */
const MOST_PREFETCHED = 200_000;

type Props = { params: Promise<{ suite: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: keyOf((await params).suite) };
}

export default async function SuitePage({ params }: Props) {
  const suiteKey = keyOf((await params).suite);
  const found = contentOf(suiteKey);
  const queryClient = new QueryClient();
  if (found?.status === 'text' && found.text.length < MOST_PREFETCHED) {
    queryClient.setQueryData(caseFileQuery(suiteKey).queryKey, found);
  }
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SuiteView key={suiteKey} suiteKey={suiteKey} />
    </HydrationBoundary>
  );
}

/** A file that is there and cannot be shown is explained by the page. */
function contentOf(suiteKey: string): CaseFileAnswer | undefined {
  try {
    return readCaseFile({ workspace: environment().workspace, suiteKey });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') notFound();
    return undefined;
  }
}

function keyOf(segments: readonly string[]): string {
  return segments.map(decoded).join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
