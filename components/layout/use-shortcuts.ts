import { useRef } from 'react';
import { useKeyDown } from './use-key-down';

/** The time in milliseconds within which the second key of a shortcut of two keys must follow. */
const MAX_KEY_PAIR_DELAY_MS = 800;

/**
 * Keyboard shortcuts that work while no text field has the focus and no dialog or menu is open: a key, or two in a row
 * separated by a space, such as `g g`.
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

/** Types of input elements into which no text is typed. */
const nonTextInputTypes = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'color', 'range'];

/** True if key presses at the target enter text or select from a list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !nonTextInputTypes.includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
