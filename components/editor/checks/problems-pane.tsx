import { Button } from '@/components/ui/button';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import { groupFixes } from '@/runner/authoring';
import { formatCountWithNoun } from '@/runner/format';
import { useCaseDocument } from '../document/case-document';
import { AgentLintFindings } from './agent-findings';
import { ProblemRow } from './problem-row';
import { useAgentLintFindings } from './use-agent-findings';

const ROW_PX = 64;

/** Shows the problems of the text, each with its position and its fixes. */
export function ProblemsPane({ onShowText }: { onShowText: () => void }) {
  const { checked, checkedAt, text, edit, goTo, readOnly } = useCaseDocument();
  const isStopped = useAgentLintFindings().findings.some(({ severity }) => severity === 'error');
  if (checkedAt === 'nowhere') return <p className="p-4 text-late text-xs">{CHECK_FAILED_MESSAGE}</p>;
  if (checked === undefined)
    return <p className="p-4 text-ink-faint text-xs">{readOnly ? UNCHECKED_FILE_MESSAGE : 'Checking…'}</p>;
  const { problems } = checked;
  if (problems.length === 0) {
    return (
      <div className="flex h-full flex-col">
        <div className="flex flex-col gap-1.5 p-4">
          <p className="text-xs">{isStopped ? 'No problems in this file.' : 'No problems. Every case can run.'}</p>
          {checkedAt === 'here' && <LiveCheckUnavailableNote />}
        </div>
        <AgentLintFindings />
      </div>
    );
  }
  const isCurrent = checked.text === text && !readOnly;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <div className="flex h-full flex-col">
      <header className="flex shrink-0 flex-col gap-1.5 border-b px-4 py-2">
        <p className="text-xs" role="status">
          {formatProblemCounts(errors, problems.length - errors)}
        </p>
        {checkedAt === 'here' && <LiveCheckUnavailableNote />}
        {isCurrent &&
          groupFixes(problems).map(({ group, count, edits }) => (
            <Button key={group} size="sm" className="self-start" onClick={() => edit(edits, group)}>
              {group}: fix all {count}
            </Button>
          ))}
      </header>
      <ProblemList
        count={problems.length}
        render={(index) => {
          const problem = problems[index];
          if (problem === undefined) return null;
          return (
            <ProblemRow
              problem={problem}
              fixes={isCurrent ? problem.fixes : []}
              onGoTo={() => {
                onShowText();
                goTo(problem);
              }}
              onFix={(fix) => edit(fix.edits, fix.title)}
            />
          );
        }}
      />
      <AgentLintFindings />
    </div>
  );
}

function LiveCheckUnavailableNote() {
  return (
    <p className="text-2xs text-ink-faint">
      Live checking is unavailable; checking when you pause. Reload the page to try again.
    </p>
  );
}

const CHECK_FAILED_MESSAGE =
  'The check of this file failed, so its problems are unknown. Run “turntree lint” to see them.';
const UNCHECKED_FILE_MESSAGE = 'Check files of this kind with “turntree lint”.';

type ListProps = { count: number; render: (index: number) => React.ReactNode };

function ProblemList({ count, render }: ListProps) {
  const { scroller, height, rows, measure } = useWindowedRows({ count, rowPx: ROW_PX, overscan: 10 });
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <ul aria-label="Problems" className="relative" style={{ height }}>
        {rows.map(({ index, style: { transform } }) => (
          <li
            key={index}
            ref={measure}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 border-b"
            style={{ transform }}
          >
            {render(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function formatProblemCounts(errors: number, warnings: number): string {
  const countTexts = [
    ...(errors === 0 ? [] : [formatCountWithNoun(errors, 'error')]),
    ...(warnings === 0 ? [] : [formatCountWithNoun(warnings, 'warning')]),
  ];
  return countTexts.join(', ') + (errors === 0 ? '; the cases still run' : '; fix the errors before running');
}
