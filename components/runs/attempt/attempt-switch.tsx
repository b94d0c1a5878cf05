import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import type { AttemptRow } from '@/runner/fold';

type Props = { attempts: readonly AttemptRow[]; chosen: number; onChoose: (attempt: number) => void };

/** Switches between the attempts. */
export function AttemptSwitch({ attempts, chosen, onChoose }: Props) {
  if (attempts.length < 2) return null;
  return (
    <fieldset className="flex max-w-full items-center gap-1 overflow-x-auto">
      <legend className="sr-only">Attempt</legend>
      {attempts.map(({ attempt, status }) => (
        <button
          key={attempt}
          type="button"
          aria-pressed={attempt === chosen}
          onClick={() => onChoose(attempt)}
          className={cn(
            'flex h-6 items-center gap-1 rounded-sm border px-1.5 text-xs tabular-nums',
            attempt === chosen ? 'border-accent bg-chosen font-medium' : 'bg-surface hover:bg-hover',
          )}
        >
          <span className="sr-only">Attempt</span>
          {attempt}
          <Status of={status} show="icon" className="[&_svg]:size-3" />
        </button>
      ))}
    </fieldset>
  );
}
