import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns true while the page is printed. Everything is expanded then, because nothing can be expanded on paper. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    let openedDetails: HTMLDetailsElement[] = [];
    function openAllBeforePrint(): void {
      flushSync(() => setPrinting(true));
      openedDetails = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open], [hidden] *)')];
      for (const details of openedDetails) details.open = true;
    }
    function restoreAfterPrint(): void {
      for (const details of openedDetails) details.open = false;
      openedDetails = [];
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
