import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { LabelledControl } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { PendingQuery } from '@/components/ui/pending-query';
import { Problems } from '@/components/ui/problems';
import { type AttemptAddress, errorText, forkRun, fullAttemptQuery, runQuery, workspaceQuery } from '@/lib/queries';
import { type AttemptState, type CaseRow, formatContentText } from '@/runner/fold';
import { describeJudgedCheckpoints } from './describe-judged-checkpoints';

const rolloutCountChoices = [1, 5, 10] as const;

type Props = { attemptAddress: AttemptAddress; attempt: AttemptState; row: CaseRow; turn: number; onClose: () => void };

/**
 * A dialog to fork a conversation at a turn: asks for the new user message or system prompt, and for the number of
 * attempts.
 */
export function ForkDialog(props: Props) {
  const { attemptAddress, turn, onClose } = props;
  const fullAttempt = useQuery(fullAttemptQuery(attemptAddress.runId, attemptAddress));
  const workspace = useQuery(workspaceQuery());
  const run = useQuery({ ...runQuery(attemptAddress.runId), enabled: false }).data;
  const agentId = run?.suites.find(({ key }) => key === attemptAddress.suiteKey)?.agentId;
  const agent = workspace.data?.agents.find(({ id }) => id === agentId);
  const forkedTurn = fullAttempt.data?.turns.find((each) => each.turn === turn);
  const isReady = forkedTurn !== undefined && (workspace.data !== undefined || workspace.isError);
  return (
    <Dialog
      onClose={onClose}
      title={`Fork at turn ${turn}`}
      description="The conversation before this turn stays as it is. From here, the agent answers again."
    >
      {isReady ? (
        <ForkForm
          {...props}
          userMessage={typeof forkedTurn.input === 'string' ? forkedTurn.input : formatContentText(forkedTurn.input)}
          hasParts={Array.isArray(forkedTurn.input)}
          prompt={run?.options?.fork?.system ?? agent?.prompt}
        />
      ) : (
        <PendingQuery query={forkedTurn === undefined ? fullAttempt : workspace} className="h-56" />
      )}
    </Dialog>
  );
}

type FormProps = Props & {
  /** The user's message in the original conversation at the turn of the fork. */
  userMessage: string;
  hasParts: boolean;
  prompt: string | undefined;
};

function ForkForm({ attemptAddress, attempt, row, turn, onClose, userMessage, hasParts, prompt }: FormProps) {
  const router = useRouter();
  const [message, setMessage] = useState(userMessage);
  const [system, setSystem] = useState(prompt ?? '');
  const [runs, setRuns] = useState<number>(5);
  const start = useMutation({
    mutationFn: () =>
      forkRun(attemptAddress.runId, {
        suite: attemptAddress.suiteKey,
        case: attemptAddress.caseId,
        attempt: attemptAddress.attempt,
        turn,
        runs,
        ...(message === userMessage ? {} : { message }),
        ...(prompt === undefined || system === prompt ? {} : { system }),
      }),
    onSuccess: (answer) => {
      if (answer.ok) router.push(`/runs/${answer.runId}`);
    },
  });
  const refused = start.data?.ok === false ? start.data.problems : [];
  return (
    <Form onSubmit={() => start.mutate()}>
      <TextArea label="User message" value={message} onValue={setMessage} required />
      {hasParts && <p className="text-ink-faint text-xs">If you change the message, its attachments are left out.</p>}
      {prompt !== undefined && <TextArea label="System prompt" value={system} onValue={setSystem} />}
      <fieldset className="flex items-center gap-3 text-sm">
        <legend className="float-left mr-1 text-ink-soft text-xs">Runs</legend>
        {rolloutCountChoices.map((count) => (
          <label key={count} className="flex min-h-6 cursor-pointer items-center gap-1.5 tabular-nums">
            <input
              type="radio"
              name="runs"
              checked={runs === count}
              onChange={() => setRuns(count)}
              className="size-4 accent-accent"
            />
            {count}
          </label>
        ))}
      </fieldset>
      <ul className="flex list-disc flex-col gap-0.5 pl-4 text-ink-soft text-xs">
        {describeJudgedCheckpoints(attempt, { turn, row }).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Problems title="The fork did not start." problems={[...refused, ...errorText(start.error)]} />
      <FormButtons
        submit={start.isPending ? 'Starting…' : `Run ${runs}×`}
        disabled={start.isPending || start.data?.ok === true}
        onCancel={onClose}
      />
    </Form>
  );
}

type AreaProps = { label: string; value: string; required?: boolean; onValue: (text: string) => void };

function TextArea({ label, value, required = false, onValue }: AreaProps) {
  const id = useId();
  return (
    <LabelledControl label={label} htmlFor={id}>
      <textarea
        id={id}
        value={value}
        required={required}
        maxLength={50_000}
        rows={Math.min(10, Math.max(3, value.split('\n').length))}
        onChange={(event) => onValue(event.target.value)}
        className="rounded-md border bg-surface px-2.5 py-1.5 text-sm"
      />
    </LabelledControl>
  );
}
