// The question that this page answers: what is in this workspace, and is its history intact?
'use client';

import { useQuery } from '@tanstack/react-query';
import { AgentsSection } from '@/components/settings/agents-section';
import { DefinitionList } from '@/components/settings/definition-list';
import { HistorySection } from '@/components/settings/history-section';
import { ModelsSection } from '@/components/settings/models-section';
import { RetentionSection } from '@/components/settings/retention-section';
import { SettingsSection } from '@/components/settings/settings-section';
import { ThemeSection } from '@/components/settings/theme-section';
import { TransferSection } from '@/components/settings/transfer-section';
import { PendingQuery } from '@/components/ui/pending-query';
import { type Settings, settingsQuery, workspaceQuery } from '@/lib/queries';

export function SettingsView() {
  return (
    <main className="grow overflow-y-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-5">
        <h1 className="font-semibold text-xl tracking-tight">Settings</h1>
        <StoredHistory />
        <ModelsAndAgents />
        <ThemeSection />
      </div>
    </main>
  );
}

function StoredHistory() {
  const query = useQuery(settingsQuery());
  const { data } = query;
  if (data === undefined) return <PendingQuery query={query} className="h-64" />;
  return (
    <>
      <SettingsSection title="Workspace">
        <DefinitionList
          facts={[
            { name: 'Folder', value: <code className="font-mono text-xs">{data.workspace}</code> },
            { name: 'Config', value: <ConfigFile {...data.config} /> },
          ]}
        />
      </SettingsSection>
      <HistorySection history={data.history} />
      <RetentionSection />
      <TransferSection />
    </>
  );
}

function ConfigFile({ file, problem }: Settings['config']) {
  if (problem !== undefined) return <span className="text-fail">{problem}</span>;
  if (file === undefined) return 'none; agents and models are found in their folders';
  return <code className="font-mono text-xs">{file}</code>;
}

/**
 * Models and agents are loaded by a separate request: if the config is executable, it runs in a separate process, and
 * the rest of the page must not wait for that.
 */
function ModelsAndAgents() {
  const query = useQuery(workspaceQuery());
  const { data } = query;
  if (data === undefined) return <PendingQuery query={query} className="h-40" />;
  return (
    <>
      <ModelsSection connectors={data.connectors} />
      <AgentsSection agents={data.agents} />
    </>
  );
}
