import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useCommands } from '@/components/layout/commands';
import { cn } from '@/components/ui/cn';

type Props = { runId: string; failures: boolean; hasScores: boolean };

/** Switches between the views of a run: cases, failures, scores or spending. */
export function ViewSwitch({ runId, failures, hasScores }: Props) {
  const pathname = usePathname();
  const router = useRouter();
  const views = [
    { title: 'Cases', command: 'Show the cases of this run', href: `/runs/${runId}` },
    ...(failures ? [{ title: 'Failures', command: 'Show failures by cause', href: `/runs/${runId}/failures` }] : []),
    ...(hasScores ? [{ title: 'All scores', command: 'Show all scores', href: `/runs/${runId}/scores` }] : []),
    { title: 'Cost and time', command: 'Show cost and time', href: `/runs/${runId}/spending` },
  ];
  useCommands(() =>
    views
      .filter(({ href }) => href !== pathname)
      .map(({ title, command, href }) => ({ id: `view-${title}`, title: command, run: () => router.push(href) })),
  );
  return (
    <nav aria-label="Views of the run" className="flex rounded-md border bg-sunken p-0.5">
      {views.map(({ title, href }) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? 'page' : undefined}
          className={cn(
            'rounded-sm px-2 py-0.5',
            pathname === href ? 'bg-raised font-medium' : 'text-ink-soft hover:text-ink',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
