import Link from 'next/link';
import { Fragment } from 'react';
import { replaceInvisibleCharacters } from '@/runner/format';
import { cn } from './cn';
import { ChevronRight } from './icons';

/** A page above the current one in the hierarchy. `hide: 'narrow'` hides it on a phone. */
export type Crumb = { text: string; href?: string; hide?: 'narrow' };

type Props = {
  parents: readonly Crumb[];
  page: string;
  /** Whether a long title is cut off or wraps to several lines. */
  longTitle?: 'cut' | 'break';
  className?: string;
};

/** The heading of a page with links to the pages above it. */
export function Breadcrumbs({ parents, page, longTitle = 'break', className }: Props) {
  const textLook = longTitle === 'cut' ? 'min-w-0 truncate' : 'min-w-0 break-all';
  return (
    <h1 className={cn('flex min-w-0 items-center gap-1 text-base', longTitle === 'break' && 'flex-wrap', className)}>
      {parents.map(({ text, href, hide }) => {
        const look = cn(textLook, hide === 'narrow' && 'max-sm:hidden');
        return (
          <Fragment key={text}>
            {href === undefined ? (
              <span className={cn(look, 'text-ink-soft')}>{replaceInvisibleCharacters(text)}</span>
            ) : (
              <Link
                href={href}
                title={replaceInvisibleCharacters(text)}
                className={cn(look, 'text-ink-faint hover:text-ink')}
              >
                {replaceInvisibleCharacters(text)}
              </Link>
            )}
            <ChevronRight
              aria-hidden
              className={cn('size-3.5 shrink-0 text-ink-faint', hide === 'narrow' && 'max-sm:hidden')}
            />
          </Fragment>
        );
      })}
      <span className={cn(textLook, 'font-semibold')}>{replaceInvisibleCharacters(page)}</span>
    </h1>
  );
}
