import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_BOTTOM_PX = 48;

export type FollowBottomState = {
  ref: RefObject<HTMLDivElement | null>;
  /** The element that contains the list items. Its height changes while the items are measured. */
  content: RefObject<HTMLDivElement | null>;
  behind: boolean;
  jump: () => void;
};

/**
 * Keeps a growing list scrolled to its end until the user scrolls up. Then the position stays, and `behind` is true if
 * new content is below the visible part. `marker` must change when the list grows, `subject` when another list is
 * shown.
 */
export function useFollowBottom({
  marker,
  subject,
  isLive,
}: {
  marker: string;
  subject: string;
  isLive: boolean;
}): FollowBottomState {
  const ref = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [behind, setBehind] = useState(false);

  useEffect(() => {
    const list = ref.current;
    if (list === null) return;
    let scrollTop = list.scrollTop;
    const updateIsAtBottom = () => {
      const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_BOTTOM_PX;
      const wentUp = list.scrollTop < scrollTop;
      scrollTop = list.scrollTop;
      if (isNear || wentUp) atEnd.current = isNear;
      if (isNear) setBehind(false);
    };
    list.addEventListener('scroll', updateIsAtBottom, { passive: true });
    return () => list.removeEventListener('scroll', updateIsAtBottom);
  }, []);

  useEffect(() => {
    const list = ref.current;
    if (list === null || content.current === null || !isLive) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [isLive]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new conversation, which starts at its top or, while it is live, at its end
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    list.scrollTop = isLive ? list.scrollHeight : 0;
    atEnd.current = isLive;
    setBehind(false);
  }, [subject]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the marker changes, because the list has then grown
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null || !isLive) return;
    if (atEnd.current) list.scrollTop = list.scrollHeight;
    else setBehind(true);
  }, [marker]);

  function jumpToBottom(): void {
    atEnd.current = true;
    setBehind(false);
    ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior: 'smooth' });
  }
  return { ref, content, behind: behind && isLive, jump: jumpToBottom };
}
