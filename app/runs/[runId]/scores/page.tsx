import type { Metadata } from 'next';
import { CompleteRun } from '../complete-run';
import { ScoresView } from './scores-view';

export const metadata: Metadata = { title: 'Scores' };

export default async function ScoresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <CompleteRun runId={runId}>
      <ScoresView runId={runId} />
    </CompleteRun>
  );
}
