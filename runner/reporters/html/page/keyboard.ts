import type { CaseList } from './case-list.ts';

/** `j` and `k` or the arrows walk through the rows, `/` goes to the filter, Escape leaves it or closes the open case. */
export function listenToKeys(list: CaseList): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    if (act(event, list)) event.preventDefault();
  });
}

function act({ key, target }: KeyboardEvent, list: CaseList): boolean {
  const onRow = target instanceof Element && target.classList.contains('row');
  if (key === '/') {
    list.focusFilter();
    return true;
  }
  if (key === 'j' || (key === 'ArrowDown' && onRow)) return step(list, 1);
  if (key === 'k' || (key === 'ArrowUp' && onRow)) return step(list, -1);
  if (key === 'Escape') return close(list);
  return false;
}

function step(list: CaseList, by: 1 | -1): boolean {
  const rows = list.visible();
  const current = rows.findIndex(({ item }) => item.contains(document.activeElement));
  const next = rows[Math.max(0, Math.min(rows.length - 1, current + by))];
  next?.button.focus();
  next?.button.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

function close(list: CaseList): boolean {
  const row = list.rows.find(({ item, isOpen }) => isOpen() && item.contains(document.activeElement));
  if (row === undefined) return false;
  row.button.click();
  row.button.focus();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement;
}
