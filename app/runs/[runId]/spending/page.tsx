import type { Metadata } from 'next';
import { CompleteRun } from '../complete-run';
import { SpendingView } from './spending-view';

export const metadata: Metadata = { title: 'Cost and time' };

export default async function SpendingPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <CompleteRun runId={runId}>
      <SpendingView runId={runId} />
    </CompleteRun>
  );
}
