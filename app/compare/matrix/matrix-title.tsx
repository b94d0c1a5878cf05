import Link from 'next/link';
import { ChevronRight } from '@/components/ui/icons';

/** The heading with the way back: all suites, or one of them. */
export function MatrixTitle({ suite }: { suite: string }) {
  return (
    <h1 className="flex min-w-0 flex-wrap items-center gap-1 text-base">
      <Link href="/compare" className="text-ink-faint hover:text-ink">
        Compare
      </Link>
      <ChevronRight aria-hidden className="size-3.5 text-ink-faint" />
      {suite === '' ? (
        <span className="font-semibold">Matrix</span>
      ) : (
        <>
          <Link href="/compare/matrix" className="text-ink-faint hover:text-ink">
            Matrix
          </Link>
          <ChevronRight aria-hidden className="size-3.5 text-ink-faint" />
          <span className="min-w-0 break-all font-semibold">{suite}</span>
        </>
      )}
    </h1>
  );
}
