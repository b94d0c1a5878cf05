import type { ComponentProps } from 'react';

/** Stands in for `next/link`: a report has one page. */
export default function Link({ prefetch: _, ...rest }: ComponentProps<'a'> & { prefetch?: boolean }) {
  return <a {...rest} />;
}
