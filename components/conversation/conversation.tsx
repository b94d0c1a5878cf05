import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import dynamic from 'next/dynamic';
import { useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { DiagnosedTurnContext } from '@/components/diagnosis/diagnosed-turn';
import { useCommands } from '@/components/layout/commands';
import { AttemptOutcome } from '@/components/runs/attempt/attempt-outcome';
import type { AttemptBodyProps } from '@/components/runs/body-props';
import { Button, IconButton } from '@/components/ui/button';
import { AttemptAddressContext } from '@/components/ui/full-text-context';
import { ArrowDown, Search } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { type SearchMatchExcerpt, SearchMatchExcerptContext } from '@/components/ui/search-match-excerpt';
import { createStoredState, StoredStateContext } from '@/components/ui/stored-state';
import { findLiveTextOfTurn, liveTextsQuery } from '@/lib/queries';
import { type AttemptState, attemptKey } from '@/runner/fold';
import { AssertionLine } from './assertion-line';
import { TurnCalls } from './calls/turn-calls';
import { buildConversation, type ConversationView, type HistoryMessage } from './conversation-model';
import { DiagnosisNote } from './diagnosis-note';
import type { SearchItem } from './find-matches';
import { MessageCard } from './message-card';
import { TurnCard } from './turn-card';
import { useFollowBottom } from './use-follow-bottom';
import { WaitingLine } from './waiting-line';
import type { WindowedItem } from './windowed-item';

const AttemptFaults = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/faults/attempt-faults'), 'AttemptFaults')),
);
const FaultNote = lazyComponent(dynamic(() => loadExport(() => import('@/components/faults/fault-note'), 'FaultNote')));
const ConversationSearch = lazyComponent(
  dynamic(() => loadExport(() => import('./conversation-search'), 'ConversationSearch')),
);

const TurnActions = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/forks/turn-actions'), 'TurnActions'), { ssr: false }),
);

const SelectedTextButton = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/phrases/selected-text-button'), 'SelectedTextButton'), {
    ssr: false,
  }),
);

const TURN_PX = 220;
const HISTORY_MESSAGE_PX = 90;
const OVERSCAN = 8;
const HEIGHT_BEFORE_MEASURED_PX = 900;

type Props = Omit<AttemptBodyProps, 'pick' | 'onPick'>;

/**
 * Shows one attempt, from the messages before the first turn to the verdict, with live updates. Only visible items are
 * in the DOM.
 */
export function Conversation({ announced, attempt, raw, turn, onTurn, onTouch }: Props) {
  const texts = useContext(AttemptAddressContext);
  const { data: liveTexts = {} } = useQuery(liveTextsQuery(texts?.runId ?? ''));
  const streamedText = attempt.open && findLiveTextOfTurn(liveTexts, attempt, attempt.open.turn);
  const view = useMemo(() => buildConversation(attempt, announced, streamedText), [attempt, announced, streamedText]);
  const items = useMemo(() => toSearchItems(view), [view]);
  const isLive = attempt.status === 'running';
  const subject = attemptKey(attempt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conversation has its own state of open parts
  const openState = useMemo(createStoredState, [subject]);
  const { ref, content, behind, jump } = useFollowBottom({
    marker: `${view.turns.length} ${attempt.calls.length} ${attempt.tools.length} ${attempt.open?.turn} ${attempt.phase?.phase} ${attempt.checkpointChecks.length} ${attempt.assertions.length} ${attempt.faults.length} ${attempt.status}`,
    subject,
    isLive,
  });
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => ref.current,
    getItemKey: (position) => `${subject} ${items[position]?.key}`,
    estimateSize: (position) => (items[position]?.type === 'past' ? HISTORY_MESSAGE_PX : TURN_PX),
    overscan: OVERSCAN,
    initialRect: { width: 0, height: HEIGHT_BEFORE_MEASURED_PX },
  });
  useScrollToTurn(turn, () => {
    const position = items.findIndex((item) => item.type === 'turn' && item.view.turn === turn);
    if (position >= 0) virtualizer.scrollToIndex(position, { align: 'start' });
  });
  const scrollToItem = (item: number) => virtualizer.scrollToIndex(item, { align: 'center' });
  const diagnosed = useContext(DiagnosedTurnContext);
  const [finding, setFinding] = useState(false);
  const [words, setWords] = useState('');
  const [excerpt, setExcerpt] = useState<SearchMatchExcerpt>();
  const openFindBar = () => setFinding(true);
  useCommands(() => [{ id: 'find', title: 'Find in this conversation', keys: 'Ctrl-F', run: openFindBar }]);
  const virtualItems = virtualizer.getVirtualItems();
  const end = virtualItems.at(-1)?.end ?? 0;
  return (
    <StoredStateContext value={openState}>
      <SearchMatchExcerptContext value={excerpt}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles Ctrl-F for all elements inside */}
        <div
          className="relative min-h-0 grow"
          onKeyDown={(event) => {
            if (event.key !== 'f' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            openFindBar();
          }}
        >
          <section
            ref={ref}
            aria-label="Conversation"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
            tabIndex={0}
            onPointerDown={onTouch}
            onWheel={onTouch}
            className="h-full overflow-y-auto px-4 pt-4 pb-8 max-sm:pt-2 outline-offset-[-2px] [overflow-anchor:none]"
          >
            <div ref={content}>
              <ol
                className="max-w-4xl"
                style={{
                  paddingTop: virtualItems[0]?.start ?? 0,
                  paddingBottom: Math.max(0, virtualizer.getTotalSize() - end),
                }}
              >
                {virtualItems.map(({ index, key }) => {
                  const item = items[index];
                  if (item === undefined) return null;
                  const itemPlacement = { index, count: items.length, measure: virtualizer.measureElement };
                  return item.type === 'past' ? (
                    <HistoryItem
                      key={key}
                      message={item.message}
                      raw={raw}
                      part={item.key}
                      first={index === 0}
                      place={itemPlacement}
                    />
                  ) : (
                    <TurnCard
                      key={key}
                      view={item.view}
                      raw={raw}
                      isChosen={turn === item.view.turn}
                      onChoose={() => onTurn(turn === item.view.turn ? null : item.view.turn)}
                      place={itemPlacement}
                      calls={item.view.calls.length > 0 && <TurnCalls view={item.view} />}
                      notes={
                        <>
                          {item.view.turn === diagnosed?.turn && <DiagnosisNote {...diagnosed} />}
                          {texts !== undefined && attempt.result !== undefined && (
                            <TurnActions
                              attemptAddress={texts}
                              row={announced}
                              attempt={attempt}
                              turn={item.view.turn}
                            />
                          )}
                          {item.view.faults.map((fault, position) => (
                            <FaultNote key={position} {...fault} />
                          ))}
                        </>
                      }
                    />
                  );
                })}
              </ol>
              <ConversationEnding attempt={attempt} live={isLive} />
            </div>
          </section>
          {texts !== undefined && attempt.result !== undefined && (
            <SelectedTextButton attemptAddress={texts} attempt={attempt} />
          )}
          {finding ? (
            <ConversationSearch
              words={words}
              items={items}
              texts={texts}
              kept={openState}
              scrollTo={scrollToItem}
              list={ref}
              onWords={setWords}
              onExcerpt={setExcerpt}
              onClose={() => {
                setFinding(false);
                ref.current?.focus({ preventScroll: true });
              }}
            />
          ) : (
            <IconButton
              icon={Search}
              label="Find in this conversation"
              look="plain"
              title="Find in this conversation (Ctrl-F)"
              onClick={openFindBar}
              className="absolute right-5 bottom-3 shadow-raised"
            />
          )}
          {behind && (
            <Button
              look="primary"
              size="sm"
              onClick={jump}
              className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-raised"
              icon={ArrowDown}
            >
              Newer turns
            </Button>
          )}
        </div>
      </SearchMatchExcerptContext>
    </StoredStateContext>
  );
}

function toSearchItems({ history, turns }: ConversationView): SearchItem[] {
  return [
    ...history.map((message, position) => ({ type: 'past' as const, key: `past ${position}`, message })),
    ...turns.map((view) => ({ type: 'turn' as const, key: `turn ${view.turn}`, view })),
  ];
}

/** Scrolls to the turn when another turn is selected. New turns do not change the scroll position. */
function useScrollToTurn(turn: number | null, reveal: () => void): void {
  const onTurn = useEffectEvent(reveal);
  useEffect(() => {
    if (turn !== null) onTurn();
  }, [turn]);
}

type HistoryItemProps = { message: HistoryMessage; part: string; raw: boolean; first: boolean; place: WindowedItem };

function HistoryItem({ message, part, raw, first, place }: HistoryItemProps) {
  return (
    <li
      ref={place.measure}
      data-index={place.index}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      className="border-line-strong border-l-2 border-dashed pb-2 pl-4"
    >
      {first && <h3 className="mb-2 text-2xs text-ink-faint">Before this conversation</h3>}
      <MessageCard {...message} part={part} note="history" raw={raw} />
    </li>
  );
}

function ConversationEnding({ attempt, live }: { attempt: AttemptState; live: boolean }) {
  return (
    <div className="flex max-w-4xl flex-col gap-1.5 pl-11">
      {attempt.assertions.map((assertion, position) => (
        <AssertionLine key={position} assertion={assertion} />
      ))}
      {attempt.faults.length > 0 && <AttemptFaults attempt={attempt} turns={attempt.turns.map(({ turn }) => turn)} />}
      {live && <WaitingLine phase={attempt.phase} />}
      {attempt.status === 'queued' && <p className="text-ink-faint">This attempt has not started yet.</p>}
      {attempt.result !== undefined && (
        <AttemptOutcome
          result={attempt.result}
          isReasonShown={attempt.assertions.some(({ status }) => status !== 'passed')}
        />
      )}
    </div>
  );
}
