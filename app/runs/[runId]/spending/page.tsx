import type { Metadata } from 'next';
import { RunPrefetch } from '../run-prefetch';
import { SpendingView } from './spending-view';

export const metadata: Metadata = { title: 'Cost and time' };

export default async function SpendingPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <RunPrefetch runId={runId}>
      <SpendingView runId={runId} />
    </RunPrefetch>
  );
}
