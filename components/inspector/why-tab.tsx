import { JsonView } from '@/components/ui/json-view';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import { type AssertionResult, type AttemptState, hasActual, type Json } from '@/runner/contract';
import { ValidationDetails } from './validation-details';

/** Why an attempt ended as it did: the verdict in words, then each assertion with what it expected and got. */
export function WhyTab({ attempt }: { attempt: AttemptState }) {
  const { result, assertions } = attempt;
  const told = assertions.some(({ status }) => status !== 'passed');
  const words = told ? undefined : (result?.error ?? result?.reason);
  if (result === undefined && assertions.length === 0) {
    return <Notice title="Nothing has been judged yet." details={['Assertions appear here as they are checked.']} />;
  }
  return (
    <div className="flex flex-col">
      {result !== undefined && (
        <div className="flex flex-col gap-1 px-4 py-3">
          <Status of={result.status} className="self-start" />
          {words !== undefined && <p className="whitespace-pre-wrap break-words">{words}</p>}
          {result.endReason !== undefined && (
            <p className="text-ink-faint text-xs">Ended by: {result.endReason.replaceAll('_', ' ')}</p>
          )}
          {result.warnings?.map((warning) => (
            <p key={warning} className="break-words text-late text-xs">
              {warning}
            </p>
          ))}
          {assertions.length === 0 && words === undefined && (
            <p className="text-ink-faint text-xs">
              {result.kind === 'dynamic' ? 'What it had to reach is under Checkpoints.' : 'It checks nothing.'}
            </p>
          )}
        </div>
      )}
      <ol>
        {assertions.map((assertion, position) => (
          <AssertionEntry key={position} assertion={assertion} />
        ))}
      </ol>
      {attempt.logs.length > 0 && <Logs logs={attempt.logs} />}
    </div>
  );
}

function AssertionEntry({ assertion }: { assertion: AssertionResult }) {
  const { type, path, place, negate, status, message, expected, actual, agentValidation } = assertion;
  return (
    <li className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 break-words font-mono text-xs">
          {negate === true && <span className="text-late">not </span>}
          {type}
          {path !== undefined && <span className="text-ink-faint"> {path}</span>}
        </span>
        <Status of={status} className="ml-auto text-xs" />
      </div>
      {message !== undefined && status !== 'passed' && (
        <p className="whitespace-pre-wrap break-words text-ink-soft text-xs">{message}</p>
      )}
      {place !== undefined && <p className="break-words font-mono text-2xs text-ink-faint">{place}</p>}
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 gap-y-1">
        <Value title="Expected" value={expected} />
        <Value title="Actual" value={hasActual(assertion) ? (actual ?? 'undefined') : undefined} />
      </dl>
      {agentValidation !== undefined && <ValidationDetails validation={agentValidation} />}
    </li>
  );
}

function Value({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt className="text-ink-faint text-xs">{title}</dt>
      <dd className="max-h-60 overflow-y-auto rounded-sm bg-sunken px-2 py-1">
        {typeof value === 'string' ? (
          <span className="whitespace-pre-wrap break-words text-xs">{value === '' ? '(empty text)' : value}</span>
        ) : (
          <JsonView value={value} />
        )}
      </dd>
    </>
  );
}

function Logs({ logs }: { logs: AttemptState['logs'] }) {
  return (
    <details className="border-t px-4 py-3">
      <summary className="text-accent text-xs">Log, {logs.length} lines</summary>
      <pre className="mt-2 whitespace-pre-wrap break-words font-mono text-2xs text-ink-soft">
        {logs.map(({ source, text }) => `${source}: ${text}`).join('\n')}
      </pre>
    </details>
  );
}
