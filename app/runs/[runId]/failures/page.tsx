import type { Metadata } from 'next';
import { WholeRun } from '../whole-run';
import { FailuresView } from './failures-view';

export const metadata: Metadata = { title: 'Failures' };

export default async function FailuresPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  return (
    <WholeRun runId={runId}>
      <FailuresView runId={runId} />
    </WholeRun>
  );
}
