import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { maintainHistory, type Settings } from '@/lib/queries';
import { formatCount, formatCountWithNoun, formatIsoTime, formatSize } from '@/runner/format';
import { ActionOutcome } from './action-outcome';
import type { DefinitionEntry } from './definition-list';
import { DefinitionList } from './definition-list';
import { NewHistoryButton } from './new-history-button';
import { SettingsSection } from './settings-section';

const pendingTaskTexts = {
  check: 'Reading the whole file…',
  clean: 'Removing deleted runs and compacting the file…',
} as const;

/** Shows the size of the history database, its integrity, and how much disk space compacting it would free. */
export function HistorySection({ history }: { history: Settings['history'] }) {
  const client = useQueryClient();
  const [task, setTask] = useState<keyof typeof pendingTaskTexts>('check');
  const tend = useMutation({
    mutationFn: maintainHistory,
    onMutate: setTask,
    onSettled: () => client.invalidateQueries(),
  });
  const isDamaged = tend.data?.ok === false && task === 'check';
  return (
    <SettingsSection title="History" hint="Every run, turn by turn, in one file on this machine.">
      <DefinitionList facts={listHistoryFacts(history)} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={tend.isPending} onClick={() => tend.mutate('check')}>
          Check for damage
        </Button>
        <Button disabled={tend.isPending} onClick={() => tend.mutate('clean')}>
          {history.deletedRuns === 0
            ? 'Compact database'
            : `Remove ${formatCountWithNoun(history.deletedRuns, 'deleted run')} permanently`}
        </Button>
        {isDamaged && <NewHistoryButton />}
      </div>
      <ActionOutcome
        pending={tend.isPending ? pendingTaskTexts[task] : undefined}
        answer={tend.data}
        error={tend.error}
      />
    </SettingsSection>
  );
}

function listHistoryFacts({
  file,
  bytes,
  freeBytes,
  runs,
  runningRuns,
  deletedRuns,
  attempts,
  oldestAt,
}: Settings['history']): DefinitionEntry[] {
  const going = runningRuns === 0 ? '' : `, ${runningRuns} running`;
  const since = oldestAt === undefined ? '' : `, since ${formatIsoTime(oldestAt).slice(0, 10)}`;
  return [
    { name: 'File', value: <code className="font-mono text-xs">{file}</code> },
    { name: 'Size', value: `${formatSize(bytes)}, ${formatSize(freeBytes)} reclaimable` },
    { name: 'Runs', value: `${formatCount(runs)}${going}${since}` },
    { name: 'Attempts', value: formatCount(attempts) },
    {
      name: 'Deleted',
      value:
        deletedRuns === 0 ? 'none' : `${formatCountWithNoun(deletedRuns, 'run')}, hidden until removed permanently`,
    },
  ];
}
