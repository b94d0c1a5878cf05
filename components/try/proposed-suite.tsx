import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { caseEditorUrl } from '@/components/cases/case-address';
import { Button } from '@/components/ui/button';
import { Play } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { Problems } from '@/components/ui/problems';
import { errorText, type SuiteFromConversation, startRun } from '@/lib/queries';
import { replaceInvisibleCharacters } from '@/runner/format';

/** Shows the suite that was written from the conversation: its checks, and actions such as running it. */
export function ProposedSuite({ suiteKey, caseId, checkpoints, unknown = [], leftOut }: SuiteFromConversation) {
  const router = useRouter();
  const start = useMutation({
    mutationFn: startRun,
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  return (
    <section aria-labelledby="proposed-suite" className="flex flex-col gap-3 rounded-lg border bg-raised px-4 py-3">
      <h2 id="proposed-suite" className="font-medium text-base">
        Proposed suite
      </h2>
      <p className="text-ink-soft text-sm">
        Written to <span className="break-all font-mono text-xs">{suiteKey}</span>. The next run repeats this
        conversation and checks:
      </p>
      <ul className="list-disc pl-5 text-sm">
        {checkpoints.map((checkpoint) => (
          <li key={checkpoint} className="break-words">
            {checkpoint}
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className="break-words text-sm">Unknown to the user: {unknown.map(replaceInvisibleCharacters).join(', ')}</p>
      )}
      {leftOut !== undefined && (
        <p className="break-words text-ink-soft text-sm">
          The user talked to the agent once instead of three times: {replaceInvisibleCharacters(leftOut)}. A run calls
          the agent again.
        </p>
      )}
      <Problems problems={start.data?.ok === false ? start.data.problems : errorText(start.error)} />
      <div className="flex flex-wrap items-center justify-end gap-4">
        <TextLink href={`${caseEditorUrl(suiteKey, caseId)}&view=form`}>Edit suite</TextLink>
        <Button
          look="primary"
          icon={Play}
          disabled={start.isPending || start.data?.ok === true}
          onClick={() => start.mutate({ suites: [suiteKey], attempts: 1, parallel: 1 })}
        >
          {start.isPending ? 'Starting…' : 'Run suite'}
        </Button>
      </div>
    </section>
  );
}
