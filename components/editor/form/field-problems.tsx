import { TriangleAlert } from 'lucide-react';
import { cn } from '@/components/ui/cn';
import { visibleText } from '@/lib/format';
import type { DocumentProblem, JsonPath } from '@/runner/authoring';
import { useForm } from './form-case-context';

/** Shows the problems at a path, in the words of `runner lint`. */
export function FieldProblems({ path }: { path: JsonPath }) {
  const { problemsAt } = useForm();
  return <ProblemLines problems={problemsAt(path)} />;
}

export function ProblemLines({ problems }: { problems: readonly DocumentProblem[] }) {
  return problems.map(({ severity, message, suggestion, from }) => (
    <p
      key={`${from} ${message}`}
      className={cn('flex items-baseline gap-1 break-words text-xs', severity === 'error' ? 'text-fail' : 'text-late')}
    >
      <TriangleAlert aria-hidden className="size-3 shrink-0 self-center" />
      <span className="min-w-0 break-words">
        <span className="sr-only">{severity === 'error' ? 'Problem: ' : 'Warning: '}</span>
        {visibleText(message)}
        {suggestion !== undefined && ` (did you mean "${visibleText(suggestion)}"?)`}
      </span>
    </p>
  ));
}
