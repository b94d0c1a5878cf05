import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { HistoryProblem } from '@/components/settings/history-problem';
import { settingsQuery } from '@/lib/queries';
import { describeSettings, type Settings } from '@/lib/settings';
import { toSqliteProblem } from '@/runner/history/db';
import type { AppError } from '@/runner/host/errors';
import { SettingsView } from './settings-view';

export const metadata: Metadata = { title: 'Settings' };

export const dynamic = 'force-dynamic';

export default function SettingsPage() {
  const { settings, problem } = loadSettingsOrProblem();
  if (problem !== undefined) {
    return <HistoryProblem code={problem.code} message={problem.message} details={problem.details} />;
  }
  const queryClient = new QueryClient();
  queryClient.setQueryData(settingsQuery().queryKey, settings);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SettingsView />
    </HydrationBoundary>
  );
}

/**
 * Loads the settings. If the history is broken, returns a message instead of failing, because other pages link here
 * when they fail.
 */
function loadSettingsOrProblem(): { settings?: Settings; problem?: AppError } {
  try {
    return { settings: describeSettings() };
  } catch (error) {
    const problem = toSqliteProblem(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}
