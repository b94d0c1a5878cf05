import { useKeyDown } from '@/components/layout/use-key-down';
import { isTyping } from '@/components/layout/use-shortcuts';

type Actions = Readonly<Record<string, () => void>>;

/**
 * Keys with Ctrl or ⌘ that do something on this page wherever the focus is: a button that has it is not pressed.
 * `outside`: those that whatever has the focus may know better.
 */
export function useTypingShortcuts(actions: Actions, outside: Actions = {}): void {
  'use memo';
  useKeyDown((event) => act(event, actions), 'first');
  useKeyDown((event) => {
    if (!event.defaultPrevented && !isTyping(event.target)) act(event, outside);
  });
}

function act(event: KeyboardEvent, actions: Actions): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (document.querySelector('[role=dialog],[role=menu]') !== null) return;
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}
