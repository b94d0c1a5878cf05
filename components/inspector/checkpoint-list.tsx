import { turnHighlightHandlers, useHighlightedTurn } from '@/components/conversation/turn-highlight';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { useScopedId } from '@/components/ui/id-scope';
import { LinkButton } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import type { Condition } from '@/runner/contract';
import { replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';
import type { ShownCheckpoint } from './shown-checkpoints';
import { ValidationDetails } from './validation-details';

type Props = {
  checkpoints: readonly ShownCheckpoint[];
  turn: number | null;
  onTurn: (turn: number) => void;
  /** The id of the checkpoint under the pointer in the graph. */
  highlightedId: string | null;
};

/**
 * Lists all checkpoints in dependency order. Shows for each when it was reached; if it was not, what it waits for, and
 * what came nearest to meeting its condition.
 */
export function CheckpointList({ checkpoints, turn, onTurn, highlightedId }: Props) {
  const lit = useHighlightedTurn();
  const idOf = useScopedId();
  return (
    <ol aria-label="Checkpoints" className="flex flex-col">
      {checkpoints.map((checkpoint) => (
        <li
          key={checkpoint.id}
          id={idOf(checkpointEntryId(checkpoint.id))}
          {...turnHighlightHandlers(checkpoint.atTurn ?? null, lit.setHighlightedTurn)}
          className={cn(
            'flex flex-col gap-1 border-t px-4 py-2.5',
            isDecidedAt(checkpoint, lit.turn ?? turn) && 'bg-chosen',
            highlightedId === checkpoint.id && 'shadow-[inset_3px_0_0_var(--accent)]',
          )}
        >
          <CheckpointEntry checkpoint={checkpoint} onTurn={onTurn} />
        </li>
      ))}
    </ol>
  );
}

export function checkpointEntryId(checkpoint: string): string {
  return `checkpoint-${checkpoint}`;
}

/** Returns true if the checkpoint was reached or broken in the turn, or if its condition was met there out of order. */
export function isDecidedAt({ decidedAtTurn, outOfOrderAtTurns }: ShownCheckpoint, turn: number | null): boolean {
  return turn !== null && (decidedAtTurn === turn || outOfOrderAtTurns.includes(turn));
}

type EntryProps = { checkpoint: ShownCheckpoint; onTurn: (turn: number) => void };

function CheckpointEntry({ checkpoint, onTurn }: EntryProps) {
  const { id, required, reached, decidedAtTurn, description, after, status, why, conditions } = checkpoint;
  const { agentValidation } = checkpoint;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className={cn('break-all font-medium', status === 'never_run' && 'text-ink-faint')}>{id}</span>
        {!required && <Badge>optional</Badge>}
        <span className="ml-auto flex items-baseline gap-2 text-xs">
          <Status of={status} />
          {decidedAtTurn !== undefined && <TurnLink turn={decidedAtTurn} onTurn={onTurn} />}
        </span>
      </div>
      {description !== undefined && <p className="text-ink-soft text-xs">{description}</p>}
      {after.length > 0 && <p className="text-ink-faint text-xs">after {after.join(', ')}</p>}
      {why.map((reason) => (
        <p key={reason} className="break-words text-ink-soft text-xs first-letter:uppercase">
          {reason}
        </p>
      ))}
      {!reached && <ExpectedConditions conditions={conditions} />}
      <NearestMiss checkpoint={checkpoint} onTurn={onTurn} />
      {agentValidation !== undefined && <ValidationDetails validation={agentValidation} onTurn={onTurn} />}
    </>
  );
}

function ExpectedConditions({ conditions }: { conditions: readonly Condition[] }) {
  if (conditions.length === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-xs">
      <span className="text-ink-faint">expected</span>
      {conditions.map(({ check, wanted, negate }, position) => (
        <span key={position} className="min-w-0 break-words font-mono text-2xs">
          {negate === true && <span className="text-late">not </span>}
          {check.replaceAll('_', ' ')} <span className="text-ink-soft">{wanted}</span>
        </span>
      ))}
    </p>
  );
}

function NearestMiss({ checkpoint: { miss }, onTurn }: EntryProps) {
  const { turn, quote, message, isCause } = miss;
  return (
    <>
      {turn !== undefined && (
        <div className="flex flex-col gap-1 text-xs">
          <p className="flex items-baseline gap-1.5 text-ink-faint">
            {isCause ? 'went wrong in' : 'nearest miss'} <TurnLink turn={turn} onTurn={onTurn} />
          </p>
          {quote !== undefined && (
            <blockquote className="break-words border-l-2 border-line-strong pl-2 text-ink-soft">
              {replaceInvisibleCharacters(quote)}
            </blockquote>
          )}
        </div>
      )}
      {message !== undefined && (quote === undefined || !message.includes(quote)) && (
        <p className="line-clamp-4 break-words text-ink-soft text-xs">
          {replaceInvisibleCharacters(getLongTextPreview(message))}
        </p>
      )}
    </>
  );
}

function TurnLink({ turn, onTurn }: { turn: number; onTurn: (turn: number) => void }) {
  return (
    <LinkButton onClick={() => onTurn(turn)} className="tabular-nums">
      turn {turn}
    </LinkButton>
  );
}
