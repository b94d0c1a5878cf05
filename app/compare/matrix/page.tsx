import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { MatrixDefinitions } from '@/components/compare/matrix/matrix-definitions';
import { SuiteModelTable } from '@/components/compare/matrix/suite-model-table';
import { Notice } from '@/components/ui/notice';
import { matrixQuery } from '@/lib/queries';
import { getUpToDateHistory } from '@/lib/runs';
import { readMatrix, readModelMatrix } from '@/runner/history';
import { MatrixTitle } from './matrix-title';
import { MatrixView } from './matrix-view';
import { loadMatrixSearchParams, serializeMatrixSearch } from './search-params';

export const metadata: Metadata = { title: 'Matrix' };

export default async function MatrixPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { suite, agent, by, runs } = await loadMatrixSearchParams(searchParams);
  if (suite === '' && runs === '') return <SuitesByModel />;
  const queryClient = new QueryClient();
  const request = { suiteKey: suite, agentId: agent, by, runs: runs.split(',').filter((id) => id !== '') };
  await queryClient.prefetchQuery({
    ...matrixQuery({ suite, agent, by, runs }),
    queryFn: () => readMatrix(getUpToDateHistory(), request),
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <MatrixView />
    </HydrationBoundary>
  );
}

function SuitesByModel() {
  const models = readModelMatrix(getUpToDateHistory());
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-5">
        <MatrixTitle suite="" />
        {models.rows.length === 0 ? (
          <Notice title="No complete run yet." details={['Run a suite, then run it again on another connector.']} />
        ) : (
          <>
            <p className="text-ink-soft">
              The newest complete run of each suite and agent on each connector. Open a suite to see its cases.
            </p>
            <MatrixDefinitions />
            <SuiteModelTable models={models} hrefOf={(target) => serializeMatrixSearch('/compare/matrix', target)} />
          </>
        )}
      </div>
    </main>
  );
}
