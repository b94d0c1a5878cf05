import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 48;

export type FollowBottom = {
  ref: RefObject<HTMLDivElement | null>;
  /** The content of the list, whose height is known only gradually. */
  content: RefObject<HTMLDivElement | null>;
  behind: boolean;
  jump: () => void;
};

/**
 * Keeps a scrolling list at its end while it grows, but only while the person is there: who has scrolled up to read is
 * left alone, and `behind` says that there is more below. A list that has grown before it is told of its last scroll is
 * at its end still: nobody went up. `marker` changes when the list grows, `subject` when it is another list.
 */
export function useFollowBottom({
  marker,
  subject,
  live,
}: {
  marker: string;
  subject: string;
  live: boolean;
}): FollowBottom {
  const ref = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [behind, setBehind] = useState(false);

  useEffect(() => {
    const list = ref.current;
    if (list === null) return;
    let top = list.scrollTop;
    const look = () => {
      const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
      const wentUp = list.scrollTop < top;
      top = list.scrollTop;
      if (isNear || wentUp) atEnd.current = isNear;
      if (isNear) setBehind(false);
    };
    list.addEventListener('scroll', look, { passive: true });
    return () => list.removeEventListener('scroll', look);
  }, []);

  useEffect(() => {
    const list = ref.current;
    if (list === null || content.current === null || !live) return;
    const observer = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [live]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins where it is read from
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    list.scrollTop = live ? list.scrollHeight : 0;
    atEnd.current = live;
    setBehind(false);
  }, [subject]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marker says that the list has grown
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null || !live) return;
    if (atEnd.current) list.scrollTop = list.scrollHeight;
    else setBehind(true);
  }, [marker]);

  function jump(): void {
    atEnd.current = true;
    setBehind(false);
    ref.current?.scrollTo({ top: ref.current.scrollHeight, behavior: 'smooth' });
  }
  return { ref, content, behind: behind && live, jump };
}
