import { useKeyDown } from '@/components/layout/use-key-down';

/** Keys with Ctrl or ⌘ that do something on this page, also while somebody is typing. */
export function useTypingShortcuts(actions: Readonly<Record<string, () => void>>): void {
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (document.querySelector('[role=dialog],[role=menu]') !== null) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
