import { AssertionEntry } from '@/components/inspector/assertion-entry';
import { InferredRules } from '@/components/inspector/inferred-rules';
import { Badge } from '@/components/ui/badge';
import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import type { DryRun, DryRunCheckpointResult, DryRunCheckResult, RecordedAnswer } from '@/runner/authoring';
import type { ToolCall } from '@/runner/contract';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';

type Props = { run: DryRun; answer: RecordedAnswer };

/** Shows the verdict on one answer: the overall status, each assertion or checkpoint, and the answer. */
export function DryRunResult({ run, answer }: Props) {
  const { status, why, checks, checkpoints, inferred = [] } = run;
  return (
    <section aria-label="Dry run" className="flex flex-col">
      <div role="status" className="flex flex-col gap-1 px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Status of={status} />
          {answer.status !== undefined && answer.status !== status && (
            <span className="text-ink-faint text-xs">
              in the run: <Status of={answer.status} show="word" />
            </span>
          )}
        </p>
        {why !== undefined && <p className="break-words text-ink-soft text-xs">{replaceInvisibleCharacters(why)}</p>}
        {checks.length === 0 && checkpoints.length === 0 && why === undefined && (
          <p className="text-ink-faint text-xs">No assertions: any answer passes.</p>
        )}
      </div>
      <ol aria-label="Assertions">
        {checks.map((check, position) => (
          <DryRunCheck key={position} check={check} />
        ))}
      </ol>
      <ol aria-label="Checkpoints">
        {checkpoints.map((checkpoint) => (
          <DryRunCheckpoint key={checkpoint.index} checkpoint={checkpoint} />
        ))}
      </ol>
      {inferred.length > 0 && <InferredRules results={inferred} />}
      <details className="border-t px-4 py-2.5">
        <summary className="text-accent text-xs">
          What the agent said, {formatCountWithNoun(answer.turns.length, 'turn')}
        </summary>
        <ol className="mt-2 flex flex-col gap-2 text-xs">
          {answer.turns.map(({ turn, response, error }) => (
            <li key={turn} className="flex flex-col gap-0.5">
              <span className="text-2xs text-ink-faint">
                Turn {turn}
                {response !== undefined && response.toolCalls.length > 0 && (
                  <> · called {response.toolCalls.map(toolCallLabel).join(', ')}</>
                )}
              </span>
              <Text
                text={response?.content || error || '(no text)'}
                className="whitespace-pre-wrap break-words text-ink-soft"
              />
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function DryRunCheckpoint({ checkpoint }: { checkpoint: DryRunCheckpointResult }) {
  const { id, required, standing, turn, message, checks } = checkpoint;
  return (
    <li className="flex flex-col gap-1 border-t py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2 px-4">
        <span className="break-all font-medium">{replaceInvisibleCharacters(id)}</span>
        {!required && <Badge>optional</Badge>}
        <span className="ml-auto flex items-baseline gap-2 text-xs">
          <Status of={checkpointStateLabels[standing]} />
          {turn !== undefined && <span className="text-ink-faint tabular-nums">turn {turn}</span>}
        </span>
      </p>
      {standing === 'missing' && message !== undefined && (
        <p className="break-words px-4 text-ink-soft text-xs">{replaceInvisibleCharacters(message)}</p>
      )}
      <details className="px-4">
        <summary className="text-accent text-xs">
          {formatCountWithNoun(checks.length, 'assertion')}
          {checks[0] !== undefined && ` at turn ${checks[0].turn}`}
        </summary>
        <ol className="-mx-4 mt-1">
          {checks.map((check, position) => (
            <DryRunCheck key={position} check={check} />
          ))}
        </ol>
      </details>
    </li>
  );
}

const checkpointStateLabels = { reached: 'reached', missing: 'missed', open: 'open' } as const;

function DryRunCheck({ check }: { check: DryRunCheckResult }) {
  if (check.result !== undefined && check.status !== 'needs_run' && check.status !== 'unsound') {
    return (
      <>
        <AssertionEntry assertion={check.result} />
        {check.recorded && (
          <li className="list-none px-4 pb-2 text-2xs text-ink-faint">
            Verdict reused from the run: the question to the judge is the same.
          </li>
        )}
      </>
    );
  }
  return (
    <li className="flex flex-col gap-1 border-t px-4 py-3">
      <p className="flex items-baseline gap-2">
        <span className="font-mono text-xs">{replaceInvisibleCharacters(check.type)}</span>
        <Status of={check.status === 'unsound' ? 'unsound' : 'open'} className="ml-auto text-xs" />
      </p>
      <p className="text-ink-soft text-xs">
        {check.status === 'unsound'
          ? 'Fix this assertion first: see Problems.'
          : 'This check needs an agent or a script, and no run has recorded its verdict yet.'}
      </p>
    </li>
  );
}

function toolCallLabel({ tool, mocked }: ToolCall): string {
  return `${replaceInvisibleCharacters(tool)}${mocked === true ? ' (mocked)' : ''}`;
}
