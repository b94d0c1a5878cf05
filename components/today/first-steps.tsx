import Link from 'next/link';
import { Notice } from '@/components/ui/notice';

const steps = [
  {
    href: '/try',
    title: 'Try an agent',
    text: 'Talk to it, or let a simulated user do so, and keep the conversation as a test.',
  },
  { href: '/runs?new=true', title: 'Run a suite', text: 'Start one of the suites of this workspace.' },
  { href: '/settings', title: 'Import a history', text: 'Bring runs from another machine.' },
] as const;

/** Shown while there are no runs: the ways to a first verdict. */
export function FirstSteps() {
  return (
    <>
      <Notice
        title="No runs yet"
        details={['Choose how to begin. Runs that you start in a terminal appear here, too.']}
      />
      <ul className="mx-auto grid w-full max-w-4xl gap-3 sm:grid-cols-3">
        {steps.map(({ href, title, text }) => (
          <li key={href} className="relative rounded-lg border bg-surface px-4 py-3 hover:bg-hover">
            <Link href={href} prefetch={false} className="font-medium text-accent after:absolute after:inset-0">
              {title}
            </Link>
            <p className="text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
