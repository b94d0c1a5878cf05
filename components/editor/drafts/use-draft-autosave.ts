import { useEffect, useRef } from 'react';
import { deleteDraft, storeDraft } from './draft';

const AUTOSAVE_DELAY_MS = 400;

type AutosaveOptions = {
  suiteKey: string;
  /** The id of the draft; undefined until this page has an id. Until then, nothing is stored. */
  id: string | undefined;
  text: string;
  base: string;
  edited: boolean;
};

/**
 * Stores unsaved changes in this browser, shortly after each edit and when the page closes. Warns the user before the
 * page closes if they could not be stored.
 */
export function useDraftAutosave(draft: AutosaveOptions): void {
  const { suiteKey, id, text, base, edited } = draft;
  const latestDraft = useRef(draft);
  useEffect(() => {
    latestDraft.current = { suiteKey, id, text, base, edited };
    const timer = setTimeout(() => saveDraft(latestDraft.current), AUTOSAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [suiteKey, id, text, base, edited]);
  useEffect(() => {
    const saveDraftNow = () => saveDraft(latestDraft.current);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saveDraftNow()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (isLinkToOtherPage(event) && !saveDraftNow() && !window.confirm(UNSAVABLE_CHANGES_MESSAGE)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const onHide = () => void saveDraftNow();
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('beforeunload', onUnload, { signal });
    window.addEventListener('pagehide', onHide, { signal });
    document.addEventListener('visibilitychange', onHide, { signal });
    document.addEventListener('click', onClick, { capture: true, signal });
    return () => {
      saveDraftNow();
      leaving.abort();
    };
  }, []);
}

const UNSAVABLE_CHANGES_MESSAGE =
  'This browser cannot keep unsaved changes of this size. Leave the page and lose them?';

/**
 * Stores the draft if the file is edited, otherwise deletes it. Returns true if nothing would be lost by closing the
 * page now.
 */
function saveDraft({ suiteKey, id, text, base, edited }: AutosaveOptions): boolean {
  if (id === undefined) return !edited;
  if (edited) return storeDraft({ suiteKey, id }, { text, base, keptAt: Date.now() });
  deleteDraft({ suiteKey, id });
  return true;
}

function isLinkToOtherPage({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || ctrlKey || metaKey || shiftKey) return false;
  return link.pathname !== window.location.pathname;
}
