import type { ReactNode } from 'react';
import { CircleAlert, TriangleAlert } from '@/components/ui/icons';
import { formatProblemMessage } from './problem-message';

type Props = { problem: Parameters<typeof formatProblemMessage>[0] & { severity: string }; children: ReactNode };

/** Shows a problem with an icon for its severity; `children` shows its position. */
export function ProblemText({ problem, children }: Props) {
  const isError = problem.severity === 'error';
  const Sign = isError ? CircleAlert : TriangleAlert;
  return (
    <>
      <Sign
        aria-hidden
        className={isError ? 'mt-0.5 size-3.5 shrink-0 text-fail' : 'mt-0.5 size-3.5 shrink-0 text-late'}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{isError ? 'Error' : 'Warning'}: </span>
        {formatProblemMessage(problem)} {children}
      </span>
    </>
  );
}
