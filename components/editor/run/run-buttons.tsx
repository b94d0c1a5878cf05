import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { Button, IconButton } from '@/components/ui/button';
import { ChevronDown, Play } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Menu } from '@/components/ui/menu';
import { Problems } from '@/components/ui/problems';
import { useCaseDocument } from '../document/case-document';
import { useModifierShortcuts } from '../document/use-modifier-shortcuts';
import { useCaseRunner } from './use-case-run';

const RunWithDialog = lazyComponent(dynamic(() => loadExport(() => import('./run-with-dialog'), 'RunWithDialog')));

export function RunButtons({ onStarted }: { onStarted: (runId: string) => void }) {
  const { selected } = useCaseDocument();
  const [choosing, setChoosing] = useState(false);
  const { run, starting, problems, choice, setChoice } = useCaseRunner(onStarted);
  const selectedId = selected === undefined || selected.id === '' ? undefined : selected.id;
  const runCaseOrFile = () => void run(selectedId);
  useModifierShortcuts({ Enter: runCaseOrFile });
  useCommands(() => [
    { id: 'run-file', title: 'Run the file', run: () => void run(undefined) },
    ...(selectedId === undefined
      ? []
      : [{ id: 'run-case', title: `Run ${selectedId}`, keys: 'Ctrl-Enter', run: runCaseOrFile }]),
    { id: 'run-with', title: 'Choose agent and connector', run: () => setChoosing(true) },
  ]);
  return (
    <>
      <span className="flex">
        <Button
          size="sm"
          disabled={starting}
          title="Save and run (Ctrl-Enter)"
          className="rounded-r-none"
          onClick={runCaseOrFile}
          icon={Play}
        >
          {runButtonLabel(starting, selectedId)}
        </Button>
        <Menu
          items={[
            { text: 'Run the file', hint: 'all its cases', onSelect: () => void run(undefined) },
            {
              text: 'Agent and connector…',
              hint: choice.agentId?.trim() ?? 'from the file',
              onSelect: () => setChoosing(true),
            },
          ]}
        >
          <IconButton icon={ChevronDown} label="More ways to run" look="plain" className="rounded-l-none border-l-0" />
        </Menu>
      </span>
      {choosing && <RunWithDialog choice={choice} onChange={setChoice} onClose={() => setChoosing(false)} />}
      {problems.length > 0 && (
        <div className="basis-full">
          <Problems problems={problems} />
        </div>
      )}
    </>
  );
}

function runButtonLabel(isStarting: boolean, selectedId: string | undefined): string {
  if (isStarting) return 'Starting…';
  return selectedId === undefined ? 'Run file' : 'Run case';
}
