import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import type { QuickFix } from '@/runner/authoring';
import type { ApplyFix } from './problem-marks';

/** The texts and fixes of the tooltip at a position of the editor. */
export type FixOffer = {
  position: number;
  messages: readonly string[];
  fixes: readonly QuickFix[];
  applyFix: ApplyFix;
};

const setOffer = StateEffect.define<FixOffer | undefined>();

const shownOffer = StateField.define<FixOffer | undefined>({
  create: () => undefined,
  update(offer, transaction) {
    for (const effect of transaction.effects) if (effect.is(setOffer)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? undefined : offer;
  },
  provide: (field) => showTooltip.from(field, createTooltip),
});

export function problemTooltip(): Extension {
  return shownOffer;
}

export function showOffer(view: EditorView, offer: FixOffer, focus: 'editor' | 'fixes'): void {
  view.dispatch({ effects: [setOffer.of(offer), EditorView.announce.of(offer.messages.join('; '))] });
  if (focus === 'fixes') requestAnimationFrame(() => buttonsIn(view)[0]?.focus());
}

/** Closes the tooltip; returns false if there was none. */
export function closeOffer(view: EditorView): boolean {
  if (!hasOffer(view.state)) return false;
  view.dispatch({ effects: setOffer.of(undefined) });
  view.focus();
  return true;
}

function hasOffer(state: EditorState): boolean {
  return state.field(shownOffer, false) !== undefined;
}

function createTooltip(offer: FixOffer | undefined): Tooltip | null {
  if (offer === undefined) return null;
  return { pos: offer.position, above: false, create: (view) => ({ dom: renderOffer(offer, view) }) };
}

function renderOffer({ messages, fixes, applyFix }: FixOffer, view: EditorView): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-diagnostic';
  dom.setAttribute('role', 'group');
  dom.setAttribute('aria-label', 'Quick fixes');
  for (const message of messages) dom.append(Object.assign(document.createElement('p'), { textContent: message }));
  for (const fix of fixes) {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: fix.title });
    button.className = 'source-fix';
    button.addEventListener('click', () => {
      closeOffer(view);
      applyFix(fix);
    });
    dom.append(button);
  }
  dom.addEventListener('keydown', (event) => moveFocus(event, view));
  return dom;
}

function moveFocus(event: KeyboardEvent, view: EditorView): void {
  const buttons = buttonsIn(view);
  const current = buttons.findIndex((button) => button.matches(':focus'));
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    buttons.at((current + step) % buttons.length)?.focus();
  }
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    closeOffer(view);
  }
}

function buttonsIn(view: EditorView): HTMLElement[] {
  return [...view.dom.querySelectorAll<HTMLElement>('.source-fix')];
}
