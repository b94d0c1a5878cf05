import { useKeyDown } from '@/components/layout/use-key-down';
import { isTyping } from '@/components/layout/use-shortcuts';

type ActionsByShortcut = Readonly<Record<string, () => void>>;

/**
 * Registers shortcuts with Ctrl or ⌘. `actions` always work and run before the focused element receives the key.
 * `outside` work only outside text fields, and only if the focused element has not handled the key.
 */
export function useModifierShortcuts(actions: ActionsByShortcut, outside: ActionsByShortcut = {}): void {
  'use memo';
  useKeyDown((event) => runShortcut(event, actions), 'first');
  useKeyDown((event) => {
    if (!event.defaultPrevented && !isTyping(event.target)) runShortcut(event, outside);
  });
}

function runShortcut(event: KeyboardEvent, actions: ActionsByShortcut): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (document.querySelector('[role=dialog],[role=menu]') !== null) return;
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}
