import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ActionOutcome } from '@/components/settings/action-outcome';
import { FileInput } from '@/components/ui/file-input';
import { TextLink } from '@/components/ui/links';
import { importHistory } from '@/lib/queries';

const importKinds = [
  { what: 'transcripts', title: 'Transcripts' },
  { what: 'traces', title: 'Traces' },
  { what: 'history', title: 'Runs from another machine' },
] as const;

/** Imports conversations from a file, so that they can be read, reviewed and saved as cases. */
export function ImportConversations() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const kind = useRef<(typeof importKinds)[number]['what']>('transcripts');
  const take = useMutation({
    mutationFn: (file: File) => importHistory(file, () => undefined, kind.current),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {importKinds.map(({ what, title }) => (
          <button
            key={what}
            type="button"
            disabled={take.isPending}
            className="min-h-6 text-accent underline underline-offset-2"
            onClick={() => {
              kind.current = what;
              input.current?.click();
            }}
          >
            {title}…
          </button>
        ))}
      </div>
      <FileInput
        ref={input}
        label="File of conversations to import"
        accept=".jsonl,.json,.gz"
        onFile={(file) => take.mutate(file)}
      />
      <ActionOutcome pending={take.isPending ? 'Importing…' : undefined} answer={take.data} error={take.error} />
      {take.data?.ok === true && <TextLink href="/runs">Open the runs</TextLink>}
    </div>
  );
}
