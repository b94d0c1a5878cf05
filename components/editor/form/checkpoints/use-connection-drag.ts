import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { GraphCheckpoint } from './checkpoint-edits';

/** The checkpoint from which a connection is being dragged, and the position of the pointer in the window in pixels. */
export type ConnectionDrag = { from: GraphCheckpoint; x: number; y: number };

type ConnectionDragOptions = {
  boxes: readonly GraphCheckpoint[];
  readOnly: boolean;
  onConnect: (first: GraphCheckpoint, second: GraphCheckpoint) => void;
  onSay: (sentence: string) => void;
  onOpen: (box: GraphCheckpoint) => void;
};

const DRAG_THRESHOLD_PX = 5;
const stepByArrowKey: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Connects two checkpoints of the graph: the user drags one box onto the other, or presses `c` on one and Enter on the
 * other.
 */
export function useConnectionDrag({ boxes, readOnly, onConnect, onSay, onOpen }: ConnectionDragOptions) {
  'use memo';
  const [first, setFirst] = useState<GraphCheckpoint>();
  const [drag, setDrag] = useState<ConnectionDrag>();
  const pressed = useRef<{ x: number; y: number; isDrag: boolean }>(undefined);

  function onKeyDown(event: KeyboardEvent, box: GraphCheckpoint): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepByArrowKey[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const position = boxes.findIndex(({ id }) => id === box.id) + step;
      const next = boxes[(position + boxes.length) % boxes.length];
      const siblings = event.currentTarget.parentElement?.querySelectorAll('button') ?? [];
      [...siblings].find((button) => button.dataset.checkpoint === next?.id)?.focus();
    } else if (event.key === 'c' && !readOnly) {
      event.preventDefault();
      setFirst(box);
      onSay(`Choose what comes after ${box.id} with the arrow keys and Enter. Escape cancels.`);
    } else if (event.key === 'Escape' && first !== undefined) {
      event.preventDefault();
      setFirst(undefined);
      onSay('Nothing was changed.');
    }
  }

  function onClick(box: GraphCheckpoint): void {
    if (pressed.current?.isDrag === true) return;
    setFirst(undefined);
    if (first === undefined) onOpen(box);
    else onConnect(first, box);
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || readOnly) return;
    pressed.current = { x: event.clientX, y: event.clientY, isDrag: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove({ clientX: x, clientY: y, buttons }: PointerEvent, from: GraphCheckpoint): void {
    const start = pressed.current;
    if (start === undefined || buttons === 0) return;
    start.isDrag ||= Math.hypot(x - start.x, y - start.y) > DRAG_THRESHOLD_PX;
    if (start.isDrag) setDrag({ from, x, y });
  }

  function onPointerUp({ clientX, clientY }: PointerEvent, from: GraphCheckpoint): void {
    setDrag(undefined);
    if (pressed.current?.isDrag !== true) return;
    const target = document.elementFromPoint(clientX, clientY)?.closest('[data-checkpoint]');
    const targetCheckpoint = boxes.find(({ id }) => id === target?.getAttribute('data-checkpoint'));
    if (targetCheckpoint !== undefined && targetCheckpoint.id !== from.id) onConnect(from, targetCheckpoint);
  }

  return { first, drag, onKeyDown, onClick, onPointerDown, onPointerMove, onPointerUp };
}
