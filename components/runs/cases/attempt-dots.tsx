import { Status } from '@/components/ui/status';
import type { AttemptRow } from '@/runner/fold';

const SHOWN = 12;

/** Shows how each attempt of a case ended, in order. A click on one leads to it: see `attemptAt`. */
export function AttemptDots({ attempts }: { attempts: readonly AttemptRow[] }) {
  const passed = attempts.filter(({ status }) => status === 'passed').length;
  return (
    <span className="flex shrink-0 items-center gap-0.5">
      <span className="sr-only">
        {passed} of {attempts.length} attempts passed:
      </span>
      {attempts.slice(0, SHOWN).map(({ attempt, status }) => (
        <span
          key={attempt}
          data-attempt={attempt}
          title={`Attempt ${attempt}`}
          className="hover:rounded-sm hover:bg-chosen"
        >
          <Status of={status} show="icon" className="[&_svg]:size-3" />
        </span>
      ))}
      {attempts.length > SHOWN && <span className="text-2xs text-ink-faint">+{attempts.length - SHOWN}</span>}
    </span>
  );
}

/** The attempt whose dot a click has met. */
export function attemptAt(target: EventTarget): number | undefined {
  const dot = target instanceof Element ? target.closest('[data-attempt]') : null;
  return dot === null ? undefined : Number(dot.getAttribute('data-attempt'));
}
