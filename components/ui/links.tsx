import Link from 'next/link';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './cn';

const linkClassByLook = {
  /** The style of a link within a sentence. It is underlined, so that it can be recognized without colour. */
  inline: 'text-accent underline underline-offset-2',
  plain: 'text-accent underline-offset-2 hover:underline',
} as const;

type LinkLook = { look?: keyof typeof linkClassByLook };

/** A text link without prefetching. */
export function TextLink({ look = 'plain', className, ...rest }: ComponentProps<typeof Link> & LinkLook) {
  return <Link prefetch={false} className={cn(linkClassByLook[look], className)} {...rest} />;
}

/** A button that looks like a link. It is for actions that change the current page. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={cn(linkClassByLook.plain, className)} {...rest} />;
}

type ChoiceProps = Omit<ComponentProps<'a'>, 'onClick'> & { chosen: boolean; onChoose: (event: MouseEvent) => void };

/**
 * A link that is a row of a list. A click selects the row without loading a page; with a modifier key, the browser
 * opens the link in a new tab.
 */
export function ChoiceLink({ href, chosen, onChoose, ...rest }: ChoiceProps) {
  function selectChoice(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(event);
  }
  return <a href={href} onClick={selectChoice} aria-current={chosen ? 'true' : undefined} {...rest} />;
}

/** A `ChoiceLink` that is as wide as its list, and highlighted if it is selected. */
export function ChoiceRow({ chosen, ...rest }: Omit<ChoiceProps, 'className'>) {
  return (
    <ChoiceLink
      chosen={chosen}
      className={cn(
        'flex h-full gap-2.5 border-b px-3 py-2 outline-offset-[-2px]',
        chosen ? 'bg-chosen shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
      {...rest}
    />
  );
}
