import { useRouter } from 'next/navigation';
import { IconButton } from '@/components/ui/button';
import { Ellipsis } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import type { RunListItem } from '@/lib/queries';

export type RunMenuActions = {
  again: (run: RunListItem) => void;
  rename: (run: RunListItem) => void;
  remove: (run: RunListItem) => void;
};

export function RunMenu({ run, actions }: { run: RunListItem; actions: RunMenuActions }) {
  const router = useRouter();
  const running = run.status === 'running';
  return (
    <Menu
      items={[
        ...(run.purpose === undefined ? [{ text: 'Run again', onSelect: () => actions.again(run) }] : []),
        {
          text: 'Compare with the previous run',
          disabled: running,
          onSelect: () => router.push(`/compare?head=${encodeURIComponent(run.runId)}`),
        },
        { text: run.label === undefined ? 'Label…' : 'Change the label…', onSelect: () => actions.rename(run) },
        {
          text: 'Delete',
          ...(running ? { hint: 'Stop it first' } : {}),
          disabled: running,
          onSelect: () => actions.remove(run),
        },
      ]}
    >
      <IconButton icon={Ellipsis} label={`Actions for ${run.suiteKey}`} className="relative z-10" />
    </Menu>
  );
}
