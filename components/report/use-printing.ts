import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the page is printed: everything is opened, because paper has no folds. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    function before(): void {
      flushSync(() => setPrinting(true));
      opened = [...document.querySelectorAll<HTMLDetailsElement>('li:not([hidden]) details:not([open])')];
      for (const details of opened) details.open = true;
    }
    function after(): void {
      for (const details of opened) details.open = false;
      opened = [];
      flushSync(() => setPrinting(false));
    }
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
