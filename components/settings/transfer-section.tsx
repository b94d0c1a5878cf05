import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FileInput } from '@/components/ui/file-input';
import { Download, Upload } from '@/components/ui/icons';
import { buildApiPath, importHistory } from '@/lib/queries';
import { formatExactPercent } from '@/runner/format';
import { ActionOutcome } from './action-outcome';
import { SettingsSection } from './settings-section';

/** Exports runs to a file, and imports runs from such a file. */
export function TransferSection() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState(0);
  const take = useMutation({
    mutationFn: (file: File) => importHistory(file, setProgress),
    onMutate: () => setProgress(0),
    onSettled: () => client.invalidateQueries(),
  });
  const pending = progress < 1 ? `Sending the file: ${formatExactPercent(progress)}` : 'Importing its runs…';
  return (
    <SettingsSection
      title="Export and import"
      hint="All finished runs in one file, with secrets masked, for another machine or as a copy. Importing adds only runs that are missing here."
    >
      <div className="flex flex-wrap gap-2">
        <a
          href={buildApiPath('GET /api/history/export', {})}
          download
          className="inline-flex h-8 items-center gap-1.5 rounded-md border bg-surface px-3 font-medium text-sm hover:bg-hover"
        >
          <Download aria-hidden className="size-4" />
          Export all runs
        </a>
        <Button disabled={take.isPending} onClick={() => input.current?.click()} icon={Upload}>
          Import runs…
        </Button>
        <FileInput
          ref={input}
          label="File of runs to import"
          accept=".jsonl,.gz"
          onFile={(file) => take.mutate(file)}
        />
      </div>
      <ActionOutcome pending={take.isPending ? pending : undefined} answer={take.data} error={take.error} />
    </SettingsSection>
  );
}
