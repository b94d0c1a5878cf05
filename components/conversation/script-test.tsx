import { ElapsedTime } from '@/components/ui/elapsed-time';
import { ScrollPane } from '@/components/ui/scroll-pane';
import { Status } from '@/components/ui/status';
import type { AnnouncedCase } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';
import { formatDuration } from '@/runner/values';
import { AssertionLine } from './assertion-line';

type Props = { announced: AnnouncedCase; attempt: AttemptState };

export function ScriptTestResult(props: Props) {
  return (
    <ScrollPane label="Script test">
      <ScriptOutcome {...props} />
    </ScrollPane>
  );
}

/** The result of a script test: its assertions in order, its logs and its outcome. */
export function ScriptOutcome({ announced, attempt }: Props) {
  const { assertions, logs, result, status, phase } = attempt;
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <p className="break-words font-mono text-ink-soft text-xs">
        {announced.suiteKey}
        {announced.line !== undefined && `:${announced.line}`}
      </p>
      {assertions.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <h3 className="text-2xs text-ink-faint">Checks</h3>
          {assertions.map((assertion, position) => (
            <AssertionLine key={position} assertion={assertion} />
          ))}
        </div>
      )}
      {logs.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <h3 className="text-2xs text-ink-faint">Log</h3>
          <pre className="whitespace-pre-wrap break-words rounded-sm bg-sunken px-3 py-2 font-mono text-2xs text-ink-soft">
            {logs.map(({ text }) => text).join('\n')}
          </pre>
        </div>
      )}
      {status === 'queued' && <p className="text-ink-faint">This attempt has not started yet.</p>}
      {status === 'running' && (
        <p className="text-busy text-xs">
          Running
          {phase !== undefined && (
            <>
              {' '}
              · <ElapsedTime from={phase.since} />
            </>
          )}
        </p>
      )}
      {result !== undefined && <ScriptEndStatus result={result} />}
    </div>
  );
}

function ScriptEndStatus({ result }: { result: NonNullable<AttemptState['result']> }) {
  const { status, durationMs, assertions, error, reason } = result;
  const hasUnpassed = assertions.some((assertion) => assertion.status !== 'passed');
  const words = hasUnpassed ? undefined : (error ?? reason);
  return (
    <div className="flex flex-col gap-1 border-t pt-3">
      <p className="flex items-baseline gap-2">
        <Status of={status} />
        <span className="text-ink-faint text-xs tabular-nums">{formatDuration(durationMs)}</span>
      </p>
      {words !== undefined && <p className="whitespace-pre-wrap break-words text-ink-soft">{words}</p>}
      {status === 'passed' && assertions.length === 0 && (
        <p className="text-ink-faint text-xs">The script made no checks and threw no error.</p>
      )}
    </div>
  );
}
