import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import { TextWithCode } from '@/components/diagnosis/text-with-code';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { Status } from '@/components/ui/status';
import type { AssertionResult, Turn } from '@/runner/contract';
import { type AttemptState, formatContentText } from '@/runner/fold';
import { replaceInvisibleCharacters } from '@/runner/format';
import { type ComparedTurn, type ConversationComparison, compareConversations, getTurnAnswer } from '@/runner/verdict';
import { AnswerDiff } from './answer-diff';
import type { SideLabels } from './side-labels';
import { ToolCallPairs } from './tool-call-pairs';

type Props = {
  before: AttemptState | undefined;
  after: AttemptState | undefined;
  words: SideLabels;
  /** Where the comparison scrolls when it opens: to a turn of the later conversation, or to the first difference. */
  openAt?: number | 'first difference' | undefined;
};

const SideLabelsContext = createContext<SideLabels>({ before: '', after: '' });
const TextLookContext = createContext<'plain' | 'rendered'>('rendered');

type TurnDiffProps = Pick<Props, 'before' | 'after' | 'words'> & { turn: number };

/**
 * Shows one turn of the later conversation beside the matching turn of the earlier one; renders nothing if no turn
 * matches.
 */
export function TurnDiff({ before, after, words, turn }: TurnDiffProps) {
  const { turns } = useMemo(
    () =>
      compareConversations(
        { turns: listAttemptTurns(before), checkpoints: [] },
        { turns: listAttemptTurns(after), checkpoints: [] },
      ),
    [before, after],
  );
  const turnPair = turns.find((turnPair) => turnPair.after?.turn === turn);
  if (turnPair?.before === undefined) return null;
  return (
    <SideLabelsContext value={words}>
      <TurnPairView turn={turnPair} />
    </SideLabelsContext>
  );
}

/** Two conversations side by side, with matching turns in one row. */
export function ConversationDiff({ before, after, words, openAt }: Props) {
  const comparison = useMemo(
    () =>
      compareConversations(
        { turns: listAttemptTurns(before), checkpoints: before?.result?.checkpoints ?? [] },
        { turns: listAttemptTurns(after), checkpoints: after?.result?.checkpoints ?? [] },
      ),
    [before, after],
  );
  const { turns } = comparison;
  const index = typeof openAt !== 'number' ? -1 : turns.findIndex((turn) => turn.after?.turn === openAt);
  const firstDifference = index === -1 ? comparison.firstDifference : index;
  const diagnosed = useContext(DiagnosedTurnContext);
  const [raw, setRaw] = useState(false);
  useEffect(() => {
    if (openAt !== undefined && firstDifference !== undefined && firstDifference > 0) scrollToTurnPair(firstDifference);
  }, [openAt, firstDifference]);
  return (
    <SideLabelsContext value={words}>
      <section
        className="min-h-0 grow overflow-y-auto px-4 pt-3 pb-8 outline-offset-[-2px]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        aria-label="Turns"
      >
        <div className="mb-3 flex flex-wrap items-center gap-3 text-xs">
          <p className="text-ink-soft">{summarizeComparison(comparison, words)}</p>
          {firstDifference !== undefined && firstDifference > 0 && (
            <Button size="sm" onClick={() => scrollToTurnPair(firstDifference)}>
              {index === -1 ? 'First difference' : 'Where it went wrong'}
            </Button>
          )}
          <label className="ml-auto flex h-6 cursor-pointer items-center gap-1.5 text-ink-soft">
            <Checkbox checked={raw} onChange={setRaw} />
            Raw text
          </label>
        </div>
        <CheckpointDifferences comparison={comparison} />
        <TextLookContext value={raw ? 'plain' : 'rendered'}>
          <ol className="flex flex-col gap-3">
            {turns.map((turn, position) => (
              <li key={position} id={`pair-${position}`} className="scroll-mt-3">
                {position === firstDifference && position > 0 && (
                  <p className="mb-2 flex items-center gap-2 font-medium text-2xs text-late before:h-px before:grow before:bg-late after:h-px after:grow after:bg-late">
                    <span className="min-w-0 break-words">
                      {index === -1 || diagnosed === undefined ? (
                        'Conversations diverge here'
                      ) : (
                        <TextWithCode text={diagnosed.sentence} />
                      )}
                    </span>
                  </p>
                )}
                <TurnPairView turn={turn} />
              </li>
            ))}
          </ol>
        </TextLookContext>
        <AssertionsSideBySide before={before?.assertions ?? []} after={after?.assertions ?? []} />
      </section>
    </SideLabelsContext>
  );
}

function scrollToTurnPair(position: number): void {
  document.getElementById(`pair-${position}`)?.scrollIntoView({ block: 'start' });
}

function TurnPairView({ turn }: { turn: ComparedTurn }) {
  const sideWords = useContext(SideLabelsContext);
  return (
    <div
      className={cn(
        'overflow-hidden rounded-lg border bg-raised',
        turn.change === 'added' && 'border-pass',
        turn.change === 'removed' && 'border-fail',
      )}
    >
      <h2 className="flex items-center gap-2 border-b bg-sunken px-3 py-1 text-2xs text-ink-soft">
        <span className="tabular-nums">{turnLabel(turn)}</span>
        <span className="font-medium">{describeTurnChange(turn.change, sideWords)}</span>
      </h2>
      <div className="grid grid-cols-2 divide-x max-sm:grid-cols-1 max-sm:divide-x-0 max-sm:divide-y">
        <TurnSide turn={turn.before} other={turn.after} side="before" />
        <TurnSide turn={turn.after} other={turn.before} side="after" />
      </div>
      {turn.tools.length > 0 && <ToolCallPairs tools={turn.tools} words={sideWords} />}
    </div>
  );
}

function describeTurnChange(change: ComparedTurn['change'], { before, after }: SideLabels): string {
  if (change === 'added') return `only ${after}`;
  return change === 'removed' ? `only ${before}` : change;
}

function turnLabel({ before, after }: ComparedTurn): string {
  if (before === undefined) return `T${after?.turn}`;
  if (after === undefined || before.turn === after.turn) return `T${before.turn}`;
  return `T${before.turn} → T${after.turn}`;
}

type SideProps = { turn: Turn | undefined; other: Turn | undefined; side: 'before' | 'after' };

function TurnSide({ turn, other, side }: SideProps) {
  const sideWords = useContext(SideLabelsContext);
  if (turn === undefined) return <p className="px-3 py-2 text-ink-faint text-xs">No such turn {sideWords[side]}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-2 px-3 py-2">
      <MessageDiff
        speaker="User"
        text={formatContentText(turn.input)}
        other={other && formatContentText(other.input)}
        side={side}
      />
      <MessageDiff speaker="Agent" text={getTurnAnswer(turn)} other={other && getTurnAnswer(other)} side={side} />
    </div>
  );
}

type MessageDiffProps = { speaker: string; text: string; other: string | undefined; side: 'before' | 'after' };

function MessageDiff({ speaker, text, other, side }: MessageDiffProps) {
  const look = useContext(TextLookContext);
  return (
    <div>
      <h3 className="text-2xs text-ink-faint">{speaker}</h3>
      <AnswerDiff text={text} other={other} side={side} look={look} />
    </div>
  );
}

function CheckpointDifferences({ comparison: { checkpoints } }: { comparison: ConversationComparison }) {
  const sideWords = useContext(SideLabelsContext);
  if (checkpoints.length === 0) return null;
  return (
    <ul
      aria-label="Checkpoints that differ"
      className="mb-3 flex flex-col gap-1 rounded-lg border bg-late-soft px-3 py-2 text-xs"
    >
      {checkpoints.map(({ id, before, after }) => (
        <li key={id}>
          <span className="font-medium">{id}</span>: {checkpointReachedText(before)} {sideWords.before},{' '}
          {checkpointReachedText(after)} {sideWords.after}
        </li>
      ))}
    </ul>
  );
}

function checkpointReachedText(turn: number | undefined): string {
  return turn === undefined ? 'not reached' : `reached at T${turn}`;
}

function summarizeComparison(
  { turns, firstDifference }: ConversationComparison,
  { before, after }: SideLabels,
): string {
  if (turns.length === 0) return 'Neither attempt has turns.';
  if (firstDifference === undefined) return 'Both conversations are identical.';
  const countTurns = (change: ComparedTurn['change']): number => turns.filter((turn) => turn.change === change).length;
  const countTexts = [
    `${countTurns('same')} same`,
    `${countTurns('changed')} changed`,
    `${countTurns('added')} only ${after}`,
    `${countTurns('removed')} only ${before}`,
  ];
  return `Turns: ${countTexts.filter((part) => !part.startsWith('0 ')).join(', ')}`;
}

type AssertionsProps = { before: readonly AssertionResult[]; after: readonly AssertionResult[] };

function AssertionsSideBySide({ before, after }: AssertionsProps) {
  const sideWords = useContext(SideLabelsContext);
  if (before.length + after.length === 0) return null;
  return (
    <div className="mt-4 grid grid-cols-2 gap-4 border-t pt-3 max-sm:grid-cols-1">
      {[before, after].map((assertions, side) => (
        <ul
          key={side}
          aria-label={`Assertions ${side === 0 ? sideWords.before : sideWords.after}`}
          className="flex flex-col gap-1.5"
        >
          {assertions.map(({ type, status, message }, position) => (
            <li key={position} className="flex flex-wrap items-baseline gap-2">
              <Status of={status} />
              <span className="font-medium text-xs">{type}</span>
              {status !== 'passed' && (
                <span className="min-w-0 break-words text-ink-soft text-xs">
                  {replaceInvisibleCharacters(message ?? '')}
                </span>
              )}
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

/**
 * Returns the turns of an attempt. The result of a case with a single call has no turns, so it is converted to one
 * turn.
 */
function listAttemptTurns(attempt: AttemptState | undefined): readonly Turn[] {
  if (attempt === undefined || attempt.turns.length > 0 || attempt.result === undefined) return attempt?.turns ?? [];
  const { input, output, toolCalls, error, startedAt, durationMs, status } = attempt.result;
  if (status === 'skipped') return [];
  return [
    {
      turn: 1,
      origin: 'case',
      input: typeof input === 'string' ? input : JSON.stringify(input ?? ''),
      output,
      response: { content: typeof output === 'string' ? output : '', toolCalls },
      checkpointsReached: [],
      startedAt,
      durationMs,
      error,
    },
  ];
}
