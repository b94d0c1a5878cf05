import type { Metadata } from 'next';
import { CompleteRun } from '../complete-run';
import { FailuresView } from './failures-view';

export const metadata: Metadata = { title: 'Failures' };

export default async function FailuresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <CompleteRun runId={runId}>
      <FailuresView runId={runId} />
    </CompleteRun>
  );
}
