import dynamic from 'next/dynamic';
import { type FocusEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { Button } from '@/components/ui/button';
import { FileDown } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { OmittableReportPart } from '@/runner/contract';
import type { AttemptState } from '@/runner/fold';

const SharePanel = lazyComponent(dynamic(() => loadExport(() => import('./share-panel'), 'SharePanel')));

/**
 * How many milliseconds the pointer must rest on the button before the list opens, so that a pointer that only crosses
 * the button does not open it.
 */
const HOVER_OPEN_DELAY_MS = 150;
/** How many milliseconds the pointer may be outside the list before it closes. */
const HOVER_CLOSE_DELAY_MS = 300;

type Props = { runId: string; attempt: AttemptState; turn: number | null };

/**
 * A button that saves a conversation as a file for people without the dashboard. On hover or focus, it opens a list of
 * what the file contains; a click saves the file once the list has been visible long enough. An earlier click, or a tap
 * on a touch screen, only opens the list.
 */
export function ShareButton({ runId, attempt, turn }: Props) {
  const [openedBy, setOpenedBy] = useState<'pointer' | 'focus' | 'press'>();
  const [isReady, setReady] = useState(false);
  const [leaveOut, setLeaveOut] = useState<readonly OmittableReportPart[]>([]);
  const area = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const isOpen = openedBy !== undefined;
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && area.current?.contains(target) !== true) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  });
  function close(): void {
    clearTimeout(timer.current);
    setOpenedBy(undefined);
    setReady(false);
  }
  /**
   * Moves the focus to the button before the list closes, because the focus would be lost with the list. This focus
   * must not open the list again.
   */
  function closeAtButton(): void {
    if (area.current?.contains(document.activeElement) === true) button.current?.focus();
    close();
  }
  function scheduleChange(change: () => void, delayMs: number): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(change, delayMs);
  }
  function onFocus({ target }: FocusEvent): void {
    if (target !== button.current) setOpenedBy('press');
    else if (!isOpen && target.matches(':focus-visible')) setOpenedBy('focus');
  }
  function onBlur({ relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null && area.current?.contains(relatedTarget) !== true) close();
  }
  function onPointerEnter({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch')
      scheduleChange(() => setOpenedBy((current) => current ?? 'pointer'), HOVER_OPEN_DELAY_MS);
  }
  useCommands(() => [
    {
      id: 'share',
      title: 'Share this conversation',
      run: () => {
        setOpenedBy('press');
        button.current?.focus();
      },
    },
  ]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles events of the button and the list inside
    <span
      ref={area}
      className="sm:relative"
      onFocus={onFocus}
      onBlur={onBlur}
      onPointerEnter={onPointerEnter}
      onPointerLeave={() =>
        scheduleChange(() => setOpenedBy((by) => (by === 'pointer' ? undefined : by)), HOVER_CLOSE_DELAY_MS)
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        closeAtButton();
      }}
    >
      <Button
        ref={button}
        look="quiet"
        size="sm"
        icon={FileDown}
        title={isOpen ? undefined : 'Share'}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-describedby={isReady ? `${id}-list-summary` : undefined}
        type={isReady ? 'submit' : 'button'}
        form={isReady ? `${id}-list` : undefined}
        onClick={() => setOpenedBy('press')}
      >
        <span className="@max-2xl:sr-only">Share</span>
      </Button>
      {isOpen && (
        <SharePanel
          id={`${id}-list`}
          runId={runId}
          attempt={attempt}
          turn={turn}
          leaveOut={leaveOut}
          onLeaveOut={setLeaveOut}
          onReadable={() => setReady(true)}
          onSaved={closeAtButton}
        />
      )}
    </span>
  );
}
