import { Button } from '@/components/ui/button';
import type { DocumentProblem, QuickFix } from '@/runner/authoring';
import { ProblemText } from './problem-text';

type Props = {
  problem: DocumentProblem;
  fixes: readonly QuickFix[];
  onGoTo: () => void;
  onFix: (fix: QuickFix) => void;
};

export function ProblemRow({ problem, fixes, onGoTo, onFix }: Props) {
  return (
    <div className="px-4 py-2">
      <button
        type="button"
        onClick={onGoTo}
        className="flex w-full items-start gap-2 text-left text-xs hover:underline"
      >
        <ProblemText problem={problem}>
          <span className="whitespace-nowrap text-2xs text-ink-faint tabular-nums">
            line {problem.line}, column {problem.column}
          </span>
        </ProblemText>
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
