import type { Metadata } from 'next';
import Link from 'next/link';
import { compactRow, hasDifferentResults } from '@/components/compare/models/model-rows';
import { ModelTable } from '@/components/compare/models/model-table';
import { RunningModels } from '@/components/compare/models/running-models';
import { SuiteModelTable } from '@/components/compare/models/suite-model-table';
import { ChevronRight } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { runRecords } from '@/lib/runs';
import { modelsOfSuite, modelsOfSuites } from '@/runner/history';
import { loadModelsSearchParams, serializeModelsSearch } from './search-params';

export const metadata: Metadata = { title: 'Models side by side' };

const address = '/compare/models';

export default async function ModelsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { suite, agent, differ } = await loadModelsSearchParams(searchParams);
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-5">
        <h1 className="flex flex-wrap items-center gap-1 text-base">
          <Link href="/compare" className="text-ink-faint hover:text-ink">
            Compare
          </Link>
          <ChevronRight aria-hidden className="size-3.5 text-ink-faint" />
          {suite === '' ? (
            <span className="font-semibold">Models side by side</span>
          ) : (
            <>
              <Link href={address} className="text-ink-faint hover:text-ink">
                Models side by side
              </Link>
              <ChevronRight aria-hidden className="size-3.5 text-ink-faint" />
              <span className="break-all font-semibold">{suite}</span>
            </>
          )}
        </h1>
        {suite === '' ? <AllSuitesModels /> : <SuiteModels suiteKey={suite} agentId={agent} differ={differ} />}
      </div>
    </main>
  );
}

function AllSuitesModels() {
  const models = modelsOfSuites(runRecords());
  if (models.rows.length === 0) {
    return <Notice title="No complete run yet." details={['Run a suite, then run it again on another connector.']} />;
  }
  return (
    <>
      <p className="text-ink-soft">The newest complete run of each suite and agent on each connector.</p>
      <SuiteModelTable models={models} hrefOf={(suite) => serializeModelsSearch(address, suite)} />
    </>
  );
}

type SuiteModelsProps = { suiteKey: string; agentId: string; differ: boolean };

function SuiteModels({ suiteKey, agentId, differ }: SuiteModelsProps) {
  const models = modelsOfSuite(runRecords(), { suiteKey, agentId });
  if (models.columns.length === 0 && models.running.length === 0) {
    return <Notice title="No complete run of this suite and agent yet." details={[`${suiteKey}, agent ${agentId}`]} />;
  }
  return (
    <>
      <p className="text-ink-soft">
        Agent {agentId}: the newest complete run on each connector.{' '}
        <TextLink
          href={serializeModelsSearch(address, { suite: suiteKey, agent: agentId, differ: !differ })}
          look="inline"
        >
          {differ ? 'Show all cases' : 'Show only cases that differ'}
        </TextLink>
      </p>
      {models.running.length > 0 && <RunningModels running={models.running} />}
      <ModelTable
        columns={models.columns}
        rows={(differ ? models.rows.filter(hasDifferentResults) : models.rows).map(compactRow)}
        cases={models.rows.length}
        suiteKey={suiteKey}
      />
    </>
  );
}
