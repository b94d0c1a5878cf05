import { useEffect, useRef } from 'react';
import { forgetDraft, keepDraft } from './draft';

const AFTER_MS = 400;

type KeepDraft = {
  suiteKey: string;
  /** Undefined until this page has claimed a draft; nothing is stored before. */
  id: string | undefined;
  text: string;
  base: string;
  edited: boolean;
};

/**
 * Stores unsaved changes in this browser, shortly after each edit and when the page is left. Warns the user if they
 * cannot be stored.
 */
export function useKeepDraft(draft: KeepDraft): void {
  const { suiteKey, id, text, base, edited } = draft;
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = { suiteKey, id, text, base, edited };
    const timer = setTimeout(() => keep(latest.current), AFTER_MS);
    return () => clearTimeout(timer);
  }, [suiteKey, id, text, base, edited]);
  useEffect(() => {
    const keepNow = () => keep(latest.current);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!keepNow()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (leavesPage(event) && !keepNow() && !window.confirm(LOST)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const onHide = () => void keepNow();
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('beforeunload', onUnload, { signal });
    window.addEventListener('pagehide', onHide, { signal });
    document.addEventListener('visibilitychange', onHide, { signal });
    document.addEventListener('click', onClick, { capture: true, signal });
    return () => {
      keepNow();
      leaving.abort();
    };
  }, []);
}

const LOST = 'This browser cannot keep unsaved changes of this size. Leave the page and lose them?';

/** Returns true if closing the page now would lose nothing. */
function keep({ suiteKey, id, text, base, edited }: KeepDraft): boolean {
  if (id === undefined) return !edited;
  if (edited) return keepDraft({ suiteKey, id }, { text, base, keptAt: Date.now() });
  forgetDraft({ suiteKey, id });
  return true;
}

function leavesPage({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || ctrlKey || metaKey || shiftKey) return false;
  return link.pathname !== window.location.pathname;
}
