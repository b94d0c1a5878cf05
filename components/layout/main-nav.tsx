import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '@/components/ui/cn';

const navigationPages = [
  { href: '/', title: 'Today' },
  { href: '/runs', title: 'Runs' },
  { href: '/compare', title: 'Compare' },
  { href: '/cases', title: 'Cases' },
  { href: '/trends', title: 'Trends' },
  { href: '/review', title: 'Review' },
  { href: '/search', title: 'Search' },
  { href: '/settings', title: 'Settings' },
] as const;

/** Navigation between the pages; the current one is highlighted. */
export function MainNav() {
  const open = usePathname();
  return (
    <nav
      aria-label="Main"
      className="flex grow gap-1 self-stretch max-sm:-mx-2 max-sm:gap-0 max-sm:order-last max-sm:h-9 max-sm:basis-full max-sm:justify-between max-sm:text-xs"
    >
      {navigationPages.map(({ href, title }) => {
        const isOpen = open === href || open.startsWith(`${href}/`);
        return (
          <Link
            key={href}
            href={href}
            prefetch={false}
            aria-current={isOpen ? 'page' : undefined}
            className={cn(
              'flex items-center border-b-2 px-2 pt-0.5 outline-offset-[-4px] max-sm:px-1',
              isOpen ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {title}
          </Link>
        );
      })}
    </nav>
  );
}
