import { useContext } from 'react';
import { cn } from '@/components/ui/cn';
import { Check, X } from '@/components/ui/icons';
import { type FaultHintReview, isFaultHint, toFaultHintKey } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { getLongTextPreview } from '@/runner/values';
import { partyTexts } from '@/runner/verdict';
import { hintIcon, partyIcons } from './fault-look';
import type { Fault } from './faults-of-attempt';
import { FaultHintReviewsContext } from './hint-reviews';

/** Shows a fault or a hint with its evidence. A hint is a possible fault, which people can confirm or dismiss. */
export function FaultNote({ fault, isDecisive = false }: { fault: Fault; isDecisive?: boolean }) {
  const { by, kind, rule, evidence, severity } = fault;
  const isLikely = isFaultHint(fault);
  const Icon = isLikely ? hintIcon : partyIcons[by];
  const title = `${isLikely ? 'Hint' : 'Fault'}: ${partyTexts[by]}, ${kind.replaceAll('_', ' ')}`;
  return (
    <fieldset
      // Has no landmark role: landmarks need unique names, but two attempts on the page may have the same fault.
      aria-label={title}
      className={cn(
        'flex min-w-0 flex-col gap-1 rounded-md border px-3 py-2 text-xs',
        isLikely ? 'border-dashed' : 'bg-late-soft',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <span className={cn('flex items-center gap-1.5 font-medium', !isLikely && 'text-late')}>
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {title}
        </span>
        {isDecisive && <span className="text-ink-soft">decided the outcome of the attempt</span>}
        {severity === 'minor' && <span className="text-ink-soft">minor</span>}
        {severity === 'critical_helped' && <span className="text-ink-soft">may have helped the attempt to pass</span>}
      </p>
      <p className="break-words text-ink-soft">
        {replaceInvisibleCharacters(rule)}
        {evidence !== '' && <>: {replaceInvisibleCharacters(getLongTextPreview(evidence))}</>}
      </p>
      {isLikely && <FaultHintReviewControls fault={toFaultHintKey(fault)} />}
    </fieldset>
  );
}

const hintVerdictChoices = [
  { word: 'confirmed', text: 'Confirm', icon: Check },
  { word: 'dismissed', text: 'Dismiss', icon: X },
] as const;

function FaultHintReviewControls({ fault }: { fault: string }) {
  const words = useContext(FaultHintReviewsContext);
  if (words === undefined) return null;
  const { reviewer, reviewHint: sendHintReview, problem } = words;
  const faultWords = words.said.filter((word) => word.fault === fault);
  const ownReview = faultWords.find((word) => word.reviewer === reviewer);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {hintVerdictChoices.map(({ word, text, icon: Icon }) => (
        <button
          key={word}
          type="button"
          aria-pressed={ownReview?.word === word}
          onClick={() => sendHintReview(fault, word)}
          className={cn(
            'flex h-6 items-center gap-1 rounded-full border px-2 font-medium',
            ownReview?.word === word
              ? 'border-accent bg-chosen text-ink'
              : 'text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-3" />
          {text}
        </button>
      ))}
      <span className="text-ink-soft">{summarizeFaultHintReviews(faultWords)}</span>
      {problem !== undefined && (
        <span role="alert" className="text-fail">
          {problem}
        </span>
      )}
    </div>
  );
}

/** Describes the reviews of a hint. A hint counts as a fault if somebody confirmed it and nobody dismissed it. */
function summarizeFaultHintReviews(hintWords: readonly FaultHintReview[]): string {
  if (hintWords.length === 0) return 'Not confirmed: does not change the pass rate';
  const reviewTexts = hintWords.map(({ reviewer, word }) => `${reviewer} ${word} it`).join(', ');
  const confirmed = hintWords.find(({ word }) => word === 'confirmed');
  const isDisputed = hintWords.some(({ word }) => word === 'dismissed');
  if (confirmed === undefined || isDisputed) return `${reviewTexts}: does not change the pass rate`;
  return confirmed.blames === null
    ? `${reviewTexts}; the fault did not decide the outcome of the attempt`
    : `${reviewTexts}: not counted against the agent`;
}
