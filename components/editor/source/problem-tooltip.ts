import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import type { QuickFix } from '@/runner/authoring';
import type { ApplyFix } from './problem-marks';

/** The messages and fixes of the problems at a position, for a tooltip. */
export type QuickFixTooltip = {
  position: number;
  messages: readonly string[];
  fixes: readonly QuickFix[];
  applyFix: ApplyFix;
};

const setTooltip = StateEffect.define<QuickFixTooltip | undefined>();

const tooltipField = StateField.define<QuickFixTooltip | undefined>({
  create: () => undefined,
  update(currentOffer, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTooltip)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? undefined : currentOffer;
  },
  provide: (field) => showTooltip.from(field, createTooltip),
});

export function createProblemTooltip(): Extension {
  return tooltipField;
}

export function openQuickFixTooltip(view: EditorView, tooltip: QuickFixTooltip, focus: 'editor' | 'fixes'): void {
  view.dispatch({ effects: [setTooltip.of(tooltip), EditorView.announce.of(tooltip.messages.join('; '))] });
  if (focus === 'fixes') requestAnimationFrame(() => listQuickFixButtons(view)[0]?.focus());
}

/** Closes the tooltip. Returns false if none was open. */
export function closeQuickFixTooltip(view: EditorView): boolean {
  if (!isQuickFixTooltipOpen(view.state)) return false;
  view.dispatch({ effects: setTooltip.of(undefined) });
  view.focus();
  return true;
}

function isQuickFixTooltipOpen(state: EditorState): boolean {
  return state.field(tooltipField, false) !== undefined;
}

function createTooltip(tooltip: QuickFixTooltip | undefined): Tooltip | null {
  if (tooltip === undefined) return null;
  return { pos: tooltip.position, above: false, create: (view) => ({ dom: renderQuickFixTooltip(tooltip, view) }) };
}

function renderQuickFixTooltip({ messages, fixes, applyFix }: QuickFixTooltip, view: EditorView): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-diagnostic';
  dom.setAttribute('role', 'group');
  dom.setAttribute('aria-label', 'Quick fixes');
  for (const message of messages) dom.append(Object.assign(document.createElement('p'), { textContent: message }));
  for (const fix of fixes) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: fix.title });
    button.className = 'source-fix';
    button.addEventListener('click', () => {
      closeQuickFixTooltip(view);
      applyFix(fix);
    });
    dom.append(button);
  }
  dom.addEventListener('keydown', (event) => moveFocusBetweenFixes(event, view));
  return dom;
}

function moveFocusBetweenFixes(event: KeyboardEvent, view: EditorView): void {
  const buttons = listQuickFixButtons(view);
  const focusedIndex = buttons.findIndex((button) => button.matches(':focus'));
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    buttons.at((focusedIndex + step) % buttons.length)?.focus();
  }
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    closeQuickFixTooltip(view);
  }
}

function listQuickFixButtons(view: EditorView): HTMLElement[] {
  return [...view.dom.querySelectorAll<HTMLElement>('.source-fix')];
}
