import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { DocumentProblem, QuickFix } from '@/runner/authoring';

type Props = {
  problem: DocumentProblem;
  fixes: readonly QuickFix[];
  onGoTo: () => void;
  onFix: (fix: QuickFix) => void;
};

export function ProblemRow({ problem, fixes, onGoTo, onFix }: Props) {
  const { severity, line, column, message, suggestion } = problem;
  const isError = severity === 'error';
  const Sign = isError ? CircleAlert : TriangleAlert;
  return (
    <div className="px-4 py-2">
      <button
        type="button"
        onClick={onGoTo}
        className="flex w-full items-start gap-2 text-left text-xs hover:underline"
      >
        <Sign
          aria-hidden
          className={isError ? 'mt-0.5 size-3.5 shrink-0 text-fail' : 'mt-0.5 size-3.5 shrink-0 text-late'}
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="sr-only">{isError ? 'Error' : 'Warning'}: </span>
          {message}
          {suggestion !== undefined && ` (did you mean "${suggestion}"?)`}{' '}
          <span className="whitespace-nowrap text-2xs text-ink-faint tabular-nums">
            line {line}, column {column}
          </span>
        </span>
      </button>
      {fixes.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1.5 pl-5.5">
          {fixes.map((fix) => (
            <Button
              key={fix.title}
              size="sm"
              className="h-auto min-h-7 whitespace-normal text-left"
              onClick={() => onFix(fix)}
            >
              {fix.title}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}
