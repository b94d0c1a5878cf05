import { Check, Loader, TriangleAlert } from '@/components/ui/icons';
import { errorText, type RunnerCommandResult } from '@/lib/queries';

type Props = { pending?: string | undefined; answer?: RunnerCommandResult | undefined; error?: Error | null };

/** Shows the progress of a long-running action and its outcome. */
export function ActionOutcome({ pending, answer, error }: Props) {
  return (
    <div role="status" className="text-sm empty:hidden">
      {pending !== undefined && (
        <p className="flex items-center gap-2 text-ink-soft">
          <Loader aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
          {pending}
        </p>
      )}
      {pending === undefined && answer !== undefined && <OutcomeLines {...answer} />}
      {pending === undefined && error !== undefined && error !== null && (
        <OutcomeLines ok={false} lines={errorText(error)} />
      )}
    </div>
  );
}

function OutcomeLines({ ok, lines }: { ok: boolean; lines: readonly string[] }) {
  const Icon = ok ? Check : TriangleAlert;
  return (
    <div className={ok ? 'flex gap-2 text-pass' : 'flex gap-2 text-fail'}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {[...new Set(lines)].map((line) => (
          <p key={line} className="break-words">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
