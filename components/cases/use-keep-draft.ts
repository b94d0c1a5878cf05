import { useEffect, useEffectEvent, useRef } from 'react';
import { forgetDraft, keepDraft } from './draft';

const AFTER_MS = 400;

type Kept = {
  suiteKey: string;
  text: string;
  base: string;
  edited: boolean;
  /** Not before an earlier draft has been looked at: it would be overwritten. */
  enabled: boolean;
};

/** Keeps unsaved changes in this browser, soon after each and when the page is left; a warning when that is impossible. */
export function useKeepDraft({ suiteKey, text, base, edited, enabled }: Kept): void {
  const mine = useRef(false);
  const keep = useEffectEvent((): boolean => {
    if (!enabled) return true;
    if (edited) {
      mine.current = keepDraft(suiteKey, { text, base, keptAt: Date.now() });
      return mine.current;
    }
    if (mine.current) forgetDraft(suiteKey);
    mine.current = false;
    return true;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text is kept
  useEffect(() => {
    const timer = setTimeout(keep, AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, base, edited, enabled]);
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!keep()) event.preventDefault();
    };
    const onHide = () => void keep();
    window.addEventListener('beforeunload', onLeave);
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('beforeunload', onLeave);
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, []);
}
