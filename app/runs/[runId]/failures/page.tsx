import type { Metadata } from 'next';
import { RunPrefetch } from '../run-prefetch';
import { FailuresView } from './failures-view';

export const metadata: Metadata = { title: 'Failures' };

export default async function FailuresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <RunPrefetch runId={runId}>
      <FailuresView runId={runId} />
    </RunPrefetch>
  );
}
