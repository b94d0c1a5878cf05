import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { Play } from '@/components/ui/icons';
import { errorText, runExample } from '@/lib/queries';

/** Writes a sample workspace, runs its cases and opens the run. */
export function RunExample() {
  const router = useRouter();
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: runExample,
    async onSuccess(answer) {
      await client.invalidateQueries({ queryKey: ['workspace'] });
      if (answer.ok) router.push(`/runs/${encodeURIComponent(answer.runId)}`);
    },
  });
  const problems = data?.ok === false ? data.problems : errorText(error);
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button size="sm" icon={Play} disabled={isPending} onClick={() => mutate()}>
        Run the example
      </Button>
      {problems.length > 0 && (
        <p role="alert" className="whitespace-pre-line break-words text-fail text-sm">
          {problems.join('\n')}
        </p>
      )}
    </div>
  );
}
