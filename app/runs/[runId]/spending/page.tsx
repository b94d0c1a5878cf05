import type { Metadata } from 'next';
import { WholeRun } from '../whole-run';
import { SpendingView } from './spending-view';

export const metadata: Metadata = { title: 'Cost and time' };

export default async function SpendingPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <WholeRun runId={runId}>
      <SpendingView runId={runId} />
    </WholeRun>
  );
}
