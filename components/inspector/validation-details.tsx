import { JsonView } from '@/components/ui/json-view';
import type { AgentValidation, Json } from '@/runner/contract';

/** What a judge said, and, when opened, what exactly it was asked and what it answered. */
export function ValidationDetails({ validation }: { validation: AgentValidation }) {
  const { reason, score, criteria, input, response } = validation;
  return (
    <div className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2 text-xs">
      <p className="break-words">
        <span className="text-ink-faint">Judge: </span>
        {reason === '' ? 'no reason given' : reason}
        {score !== undefined && <span className="text-ink-faint tabular-nums"> · score {score}</span>}
      </p>
      <details>
        <summary className="text-accent text-xs">Request and answer</summary>
        <div className="mt-2 flex flex-col gap-2">
          <Part title="Criteria" value={criteria} />
          <Part title="Request" value={input} />
          <Part title="Answer" value={response} />
        </div>
      </details>
    </div>
  );
}

function Part({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <div>
      <h4 className="text-2xs text-ink-faint">{title}</h4>
      <JsonView value={value} />
    </div>
  );
}
