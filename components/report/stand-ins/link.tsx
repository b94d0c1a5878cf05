import type { ComponentProps } from 'react';

/** Replaces `next/link` by a plain link, because a report is a single page. */
export default function Link({ prefetch: _, ...rest }: ComponentProps<'a'> & { prefetch?: boolean }) {
  return <a {...rest} />;
}
