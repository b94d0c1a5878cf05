import { useRef } from 'react';
import { useKeyDown } from './use-key-down';

/** The maximum time in milliseconds between the two keys of a shortcut such as `g g`. */
const MAX_KEY_PAIR_DELAY_MS = 800;

/**
 * Keyboard shortcuts that work while no text field has the focus and no dialog or menu is open. A shortcut is one key,
 * or two keys pressed one after the other, such as `g g`.
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const first = useRef({ key: '', at: 0 });
  useKeyDown((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('[role=dialog],[role=menu],[role=listbox]') !== null) return;
    const { key, at: pressedAt } = first.current;
    const pairedAction =
      event.timeStamp - pressedAt < MAX_KEY_PAIR_DELAY_MS ? actions[`${key} ${event.key}`] : undefined;
    first.current = { key: pairedAction === undefined ? event.key : '', at: event.timeStamp };
    const action = pairedAction ?? actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** The types of input elements that do not accept text. */
const nonTextInputTypes = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color', 'range'];

/** Returns true if key presses at the target enter text or select from a list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !nonTextInputTypes.includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
