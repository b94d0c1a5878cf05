import { TextWithCode } from '@/components/diagnosis/text-with-code';
import { cn } from '@/components/ui/cn';
import type { CellExplanation, MatrixCell as MatrixFigures } from '@/lib/queries';
import { replaceInvisibleCharacters } from '@/runner/format';
import { formatCost } from '@/runner/values';
import { PassRateSummary } from './pass-rate-summary';

type Props = { cell: MatrixFigures; words: CellExplanation | null | undefined; currency: string | undefined };

/** Shows the verdict of a case in one column, and what the agent answered or why the case failed. */
export function MatrixCell({ cell: [passed, judged, meanMs, meanCost], words, currency }: Props) {
  return (
    <>
      <PassRateSummary
        passed={passed}
        judged={judged}
        meanMs={meanMs}
        cost={meanCost === null ? undefined : formatCost(meanCost, currency)}
      />
      <CellSummaryLine words={words} />
    </>
  );
}

function CellSummaryLine({ words }: Pick<Props, 'words'>) {
  if (words === undefined)
    return <span aria-hidden className="mt-1 h-3 w-3/4 animate-breathe rounded-sm bg-idle-soft" />;
  const look = 'line-clamp-2 break-words text-xs';
  if (words?.cause !== undefined) {
    return (
      <span className={cn(look, 'text-ink')}>
        <TextWithCode text={words.cause} />
      </span>
    );
  }
  if (words?.line === undefined) return <span className={cn(look, 'text-ink-faint')}>Same answer</span>;
  return (
    <span dir="auto" className={cn(look, 'text-ink-soft')}>
      {words.turn !== undefined && <span className="text-ink-faint">T{words.turn} </span>}
      {replaceInvisibleCharacters(words.line)}
    </span>
  );
}
