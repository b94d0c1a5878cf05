import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is printed: everything is opened, because paper has no folds. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    function openAllBeforePrint(): void {
      flushSync(() => setPrinting(true));
      opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open], [hidden] *)')];
      for (const details of opened) details.open = true;
    }
    function restoreAfterPrint(): void {
      for (const details of opened) details.open = false;
      opened = [];
      flushSync(() => setPrinting(false));
    }
    window.addEventListener('beforeprint', openAllBeforePrint);
    window.addEventListener('afterprint', restoreAfterPrint);
    return () => {
      window.removeEventListener('beforeprint', openAllBeforePrint);
      window.removeEventListener('afterprint', restoreAfterPrint);
    };
  }, []);
  return printing;
}
