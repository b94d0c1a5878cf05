import type { CaseList } from './case-list.ts';

/** On paper nothing can be opened, so everything is; afterwards the page is as it was. */
export function openForPrint(list: CaseList): void {
  let opened: (() => void)[] = [];
  window.addEventListener('beforeprint', () => {
    for (const row of list.visible()) {
      if (row.isOpen()) continue;
      row.setOpen(true);
      opened.push(() => row.setOpen(false));
    }
    // Opening one fold may bring others.
    for (;;) {
      const closed = document.querySelectorAll<HTMLDetailsElement>('li:not([hidden]) details:not([open])');
      if (closed.length === 0) break;
      for (const details of closed) {
        details.open = true;
        opened.push(() => {
          details.open = false;
        });
      }
    }
  });
  window.addEventListener('afterprint', () => {
    for (const close of opened) close();
    opened = [];
  });
}
