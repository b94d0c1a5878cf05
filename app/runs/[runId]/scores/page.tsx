import type { Metadata } from 'next';
import { WholeRun } from '../whole-run';
import { ScoresView } from './scores-view';

export const metadata: Metadata = { title: 'Scores' };

export default async function ScoresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <WholeRun runId={runId}>
      <ScoresView runId={runId} />
    </WholeRun>
  );
}
