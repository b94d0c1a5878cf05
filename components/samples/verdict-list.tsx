import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import type { Score } from '@/runner/contract';
import { pickOf } from './verdict-model';
import { scoreText, verdictStatus, verdictSubject } from './verdict-words';

type Props = { verdicts: readonly Score[]; shown: string | undefined; onPick: (pick: string) => void };

/** Verdicts about single answers, one below the other. */
export function VerdictList({ verdicts, shown, onPick }: Props) {
  return (
    <ol className="-mx-2 flex flex-col">
      {verdicts.map((verdict) => {
        const pick = pickOf(verdict);
        return (
          <li key={pick}>
            <button
              type="button"
              aria-pressed={shown === pick}
              onClick={() => onPick(pick)}
              className={cn(
                'flex w-full items-baseline gap-2 rounded-sm px-2 py-1 text-left text-xs',
                shown === pick ? 'bg-chosen' : 'hover:bg-hover',
              )}
            >
              <Status of={verdictStatus(verdict)} show="icon" className="self-center" />
              <span className="min-w-0 grow break-words">{verdictSubject(verdict)}</span>
              <span className="shrink-0 text-ink-faint tabular-nums">{verdict.choice ?? scoreText(verdict.score)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
