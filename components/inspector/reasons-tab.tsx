import type { ReactNode } from 'react';
import { toDisplayStatus } from '@/components/runs/display-status';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import { Text } from '@/components/ui/text';
import { type AttemptState, formatUnjudgedParts } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';
import { describeEndReason } from '@/runner/verdict';
import { AssertionEntry } from './assertion-entry';
import { EndState } from './end-state';
import { InferredRules } from './inferred-rules';

type Props = {
  attempt: AttemptState;
  onTurn?: ((turn: number) => void) | undefined;
  /** Shown below the list of tool calls that no assertion checks. */
  children?: ReactNode;
};

/** Explains the result of an attempt: the verdict in words, then each assertion with expected and actual values. */
export function ReasonsTab({ attempt, onTurn, children }: Props) {
  const { result, assertions } = attempt;
  const hasUnpassed = assertions.some(({ status }) => status !== 'passed');
  const words = hasUnpassed && result?.turns === undefined ? undefined : (result?.error ?? result?.reason);
  if (result === undefined && assertions.length === 0) {
    return <Notice title="Nothing has been judged yet." details={['Assertions appear here as they are checked.']} />;
  }
  return (
    <div className="flex flex-col">
      {result !== undefined && (
        <div className="flex flex-col gap-1 px-4 py-3">
          <Status of={toDisplayStatus(result, result.status)} className="self-start" />
          {words !== undefined && <Text text={words} />}
          {result.endReason !== undefined && (
            <p className="text-ink-faint text-xs">
              {describeEndReason(result.endReason, result.turns?.length ?? attempt.turns.length)}
            </p>
          )}
          {result.unjudged !== undefined && (
            <p className="break-words text-late text-xs">
              {replaceInvisibleCharacters(getLongTextPreview(formatUnjudgedParts(result.unjudged)))}
            </p>
          )}
          {children}
          {result.warnings?.map((warning) => (
            <p key={warning} className="break-words text-late text-xs">
              {warning}
            </p>
          ))}
          {assertions.length === 0 && words === undefined && (
            <p className="text-ink-faint text-xs">
              {result.checkpoints === undefined
                ? 'This case has no assertions.'
                : 'The tab Checkpoints shows what the conversation had to reach.'}
            </p>
          )}
        </div>
      )}
      <ol>
        {assertions.map((assertion, position) => (
          <AssertionEntry key={position} assertion={assertion} onTurn={onTurn} />
        ))}
      </ol>
      {result?.inferred !== undefined && <InferredRules results={result.inferred} onTurn={onTurn} />}
      {result?.state !== undefined && <EndState state={result.state} />}
      {attempt.logs.length > 0 && <AttemptLog logs={attempt.logs} />}
    </div>
  );
}

function AttemptLog({ logs }: { logs: AttemptState['logs'] }) {
  return (
    <details className="border-t px-4 py-3">
      <summary className="text-accent text-xs">Log, {formatCountWithNoun(logs.length, 'line')}</summary>
      <pre className="mt-2 whitespace-pre-wrap break-words font-mono text-2xs text-ink-soft">
        {logs
          .map(({ source, text }) => `${source}: ${replaceInvisibleCharacters(getLongTextPreview(text))}`)
          .join('\n')}
      </pre>
    </details>
  );
}
