import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { clampWidth, defaultPaneSizes, paneLimits, paneNames, paneWidthAfterKey, type SidePane } from './pane-sizes';
import type { Panes } from './use-panes';

type Props = Pick<Panes, 'sizes' | 'resize' | 'fold'> & { pane: SidePane };

/**
 * The divider between a pane and the conversation. Dragging and arrow keys change the width of the pane, a double-click
 * resets it, and Enter collapses the pane.
 */
export function PaneDivider({ pane, sizes, resize, fold }: Props) {
  const { widthPx, folded } = sizes[pane];
  const divider = useRef<HTMLDivElement>(null);
  const start = useRef({ x: 0, widthPx: 0 });
  const [shownPx, setShownPx] = useState(widthPx);
  const measureCurrentWidth = () => measureWidth(findPaneBeside(divider.current, pane)) ?? widthPx;

  useEffect(() => {
    const element = folded ? null : findPaneBeside(divider.current, pane);
    if (element === null) return;
    const watch = new ResizeObserver(() => setShownPx(measureWidth(element) ?? 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, [pane, folded]);

  /** During dragging, only a CSS variable changes, because re-rendering a long conversation would be slow. */
  function setPaneWidthVariable(width: number): void {
    divider.current?.parentElement?.style.setProperty(`--${pane}`, `${width}px`);
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    start.current = { x: event.clientX, widthPx: measureCurrentWidth() };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const movedPx = event.clientX - start.current.x;
    setPaneWidthVariable(clampWidth(pane, start.current.widthPx + (pane === 'cases' ? movedPx : -movedPx)));
  }

  function onPointerEnd(): void {
    const width = clampWidth(pane, measureCurrentWidth());
    // Saves the width that the pane really has, because the divider may have been dragged farther than the screen
    // allows.
    setPaneWidthVariable(width);
    if (width !== start.current.widthPx) resize(pane, width);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = paneWidthAfterKey(pane, measureCurrentWidth(), event.key, event.shiftKey ? 'large' : 'small');
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) fold(pane, true);
    else resize(pane, next);
  }

  if (folded) return <div aria-hidden className="border-x bg-sunken max-lg:hidden" />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot contain the grip
    <div
      ref={divider}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of the ${paneNames[pane]}`}
      aria-controls={`${pane}-pane`}
      aria-valuenow={shownPx}
      aria-valuemin={paneLimits[pane].leastPx}
      aria-valuemax={paneLimits[pane].mostPx}
      aria-valuetext={`${shownPx} pixels`}
      title="Drag to resize, double-click to reset"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onPointerEnd}
      onDoubleClick={() => resize(pane, defaultPaneSizes[pane].widthPx)}
      onKeyDown={onKeyDown}
      className="group grid cursor-col-resize touch-none place-items-center border-x bg-sunken outline-offset-[-2px] hover:bg-hover max-lg:hidden"
    >
      <span aria-hidden className="h-8 w-0.5 rounded-full bg-line-strong group-hover:bg-accent" />
    </div>
  );
}

function findPaneBeside(divider: Element | null, pane: SidePane): Element | null {
  const neighbourPane = pane === 'cases' ? divider?.previousElementSibling : divider?.nextElementSibling;
  return neighbourPane ?? null;
}

function measureWidth(element: Element | null): number | undefined {
  return element === null ? undefined : Math.round(element.getBoundingClientRect().width);
}
