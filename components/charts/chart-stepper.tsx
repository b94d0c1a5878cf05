import { useRouter } from 'next/navigation';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { TextLink } from '@/components/ui/links';

/** The points of a chart, which can be selected with the arrow keys. */
export type ChartPointNavigation = {
  count: number;
  /** The index of the selected point. */
  selectedIndex: number | undefined;
  onMove: (index: number | undefined) => void;
  words: (index: number) => string;
  /** Returns the URL of the page with the details of a point. */
  href: (index: number) => string;
};

type Props = {
  title: string;
  describedBy: string;
  steps: ChartPointNavigation;
  drawing: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/**
 * Makes a chart accessible as a slider: the arrow keys select a point, which screen readers announce, and Enter opens
 * its page.
 */
export function ChartStepper({ title, describedBy, steps, drawing, children }: Props) {
  const router = useRouter();
  const { count, selectedIndex, onMove, words, href } = steps;
  const shownIndex = selectedIndex ?? count - 1;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      router.push(href(shownIndex));
      return;
    }
    const target = pointIndexAfterKey(event.key, shownIndex, count);
    if (target === undefined) return;
    event.preventDefault();
    onMove(target);
  }

  return (
    <div>
      <div
        ref={drawing}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={describedBy}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={shownIndex + 1}
        aria-valuetext={words(shownIndex)}
        onKeyDown={onKeyDown}
        onFocus={() => onMove(shownIndex)}
        className="rounded-sm [&_svg]:outline-none"
      >
        {children}
      </div>
      {selectedIndex !== undefined && (
        <p className="min-h-10 text-ink-soft text-xs tabular-nums">
          {words(selectedIndex)}{' '}
          <TextLink href={href(selectedIndex)} look="inline" className="whitespace-nowrap">
            Open this run
          </TextLink>
        </p>
      )}
    </div>
  );
}

const PAGE_STEP = 10;

function pointIndexAfterKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, index - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, index + 1);
    case 'PageDown':
      return Math.max(0, index - PAGE_STEP);
    case 'PageUp':
      return Math.min(count - 1, index + PAGE_STEP);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
