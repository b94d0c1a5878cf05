import type { Metadata } from 'next';
import { RunPrefetch } from '../run-prefetch';
import { ScoresView } from './scores-view';

export const metadata: Metadata = { title: 'Scores' };

export default async function ScoresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <RunPrefetch runId={runId}>
      <ScoresView runId={runId} />
    </RunPrefetch>
  );
}
