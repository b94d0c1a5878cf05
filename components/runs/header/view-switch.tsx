import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '@/components/ui/cn';

type Props = { runId: string; failures: boolean; scored: boolean };

/** The ways to look at a run: case by case, where and why cases failed, or all scores at once. */
export function ViewSwitch({ runId, failures, scored }: Props) {
  const here = usePathname();
  const views = [
    { title: 'Cases', href: `/runs/${runId}` },
    ...(failures ? [{ title: 'Failures', href: `/runs/${runId}/failures` }] : []),
    ...(scored ? [{ title: 'All scores', href: `/runs/${runId}/scores` }] : []),
  ];
  if (views.length === 1) return null;
  return (
    <nav aria-label="Views of the run" className="flex rounded-md border bg-sunken p-0.5">
      {views.map(({ title, href }) => (
        <Link
          key={href}
          href={href}
          aria-current={here === href ? 'page' : undefined}
          className={cn(
            'rounded-sm px-2 py-0.5',
            here === href ? 'bg-raised font-medium' : 'text-ink-soft hover:text-ink',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
