import { cn } from '@/components/ui/cn';
import { TriangleAlert } from '@/components/ui/icons';
import type { JsonPath } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import { formatProblemMessage } from '../checks/problem-message';
import { useFormContext } from './form-case-context';

/** Shows the problems at a path with the messages of `turntree lint`. */
export function FieldProblems({ path }: { path: JsonPath }) {
  'use memo';
  const { problemsAt } = useFormContext();
  return problemsAt(path).map((problem) => (
    <p
      key={`${problem.from} ${problem.message}`}
      className={cn(
        'flex items-baseline gap-1 break-words text-xs',
        problem.severity === 'error' ? 'text-fail' : 'text-late',
      )}
    >
      <TriangleAlert aria-hidden className="size-3 shrink-0 self-center" />
      <span className="min-w-0 break-words">
        <span className="sr-only">{problem.severity === 'error' ? 'Problem: ' : 'Warning: '}</span>
        {replaceInvisibleCharacters(formatProblemMessage(problem))}
      </span>
    </p>
  ));
}
