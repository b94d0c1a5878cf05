import { LinkButton } from '@/components/ui/links';
import type { CriterionRuling } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';

type Props = { rulings: readonly CriterionRuling[]; onTurn?: ((turn: number) => void) | undefined };

const verdictLabels = { yes: 'Yes', no: 'No', cannot_tell: 'Cannot tell' } as const;

/**
 * Shows the verdict of the built-in judge on each criterion, with the quotes on which it is based. A click on a quote
 * shows its turn.
 */
export function CriterionRulings({ rulings, onTurn }: Props) {
  return (
    <ol aria-label="Criteria" className="flex flex-col gap-2">
      {rulings.map(({ requirement, reasoning, verdict, quote, turn, unproved }, position) => (
        <li key={position} className="flex flex-col gap-1">
          <p className="break-words">
            <span className="font-medium">{unproved === undefined ? verdictLabels[verdict] : 'Unproved'}</span>
            <span className="text-ink-faint">: </span>
            {replaceInvisibleCharacters(getLongTextPreview(requirement))}
          </p>
          {reasoning !== '' && (
            <p className="break-words text-ink-soft">{replaceInvisibleCharacters(getLongTextPreview(reasoning))}</p>
          )}
          {quote !== undefined && (
            <blockquote className="break-words border-l-2 border-line-strong pl-2 text-ink-soft">
              {replaceInvisibleCharacters(getLongTextPreview(quote))} <QuotedTurn turn={turn} onTurn={onTurn} />
            </blockquote>
          )}
          {quote === undefined && unproved === undefined && verdict !== 'cannot_tell' && (
            <p className="text-ink-faint">No quote, because the criterion is about something that is absent.</p>
          )}
          {unproved !== undefined && (
            <p className="break-words text-late first-letter:uppercase">{replaceInvisibleCharacters(unproved)}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function QuotedTurn({ turn, onTurn }: Pick<Props, 'onTurn'> & { turn: number | undefined }) {
  if (turn === undefined) return <span className="text-ink-faint">state</span>;
  if (onTurn === undefined) return <span className="text-ink-faint tabular-nums">turn {turn}</span>;
  return (
    <LinkButton onClick={() => onTurn(turn)} className="tabular-nums">
      turn {turn}
    </LinkButton>
  );
}
