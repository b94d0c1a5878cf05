import { CaseName } from '@/components/runs/cases/case-name';
import { cn } from '@/components/ui/cn';
import { ChoiceRow } from '@/components/ui/links';
import { toneClasses } from '@/components/ui/status-look';
import { useScrollToSelected } from '@/components/ui/use-scroll-to-selected';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import { caseKey } from '@/runner/fold';
import { formatPercent } from '@/runner/format';
import { type CaseComparison, type ComparedCase, evaluateRateChange } from '@/runner/verdict';
import { changeLook } from './change-look';

const ROW_PX = 52;
const OVERSCAN = 20;

type Props = {
  cases: readonly CaseComparison[];
  chosenCase: CaseComparison | undefined;
  hrefOf: (entry: CaseComparison) => string;
  onChoose: (entry: CaseComparison) => void;
};

/** Lists the cases of two compared runs, with what changed. Only visible rows are rendered. */
export function ChangeList({ cases, chosenCase, hrefOf, onChoose }: Props) {
  const { scroller, height, rows, scrollTo } = useWindowedRows({
    count: cases.length,
    rowPx: ROW_PX,
    overscan: OVERSCAN,
  });
  const position = chosenCase && cases.indexOf(chosenCase);
  useScrollToSelected({ chosenItem: chosenCase && caseKey(chosenCase.suiteKey, chosenCase.id), position }, scrollTo);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <ul aria-label="Changes" className="relative" style={{ height }}>
        {rows.map(({ index, style }) => {
          const entry = cases[index];
          if (entry === undefined) return null;
          return (
            <li
              key={caseKey(entry.suiteKey, entry.id)}
              aria-setsize={cases.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={style}
            >
              <ChangeRow
                entry={entry}
                href={hrefOf(entry)}
                isChosen={entry === chosenCase}
                onChoose={() => onChoose(entry)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type RowProps = { entry: CaseComparison; href: string; isChosen: boolean; onChoose: () => void };

function ChangeRow({ entry, href, isChosen, onChoose }: RowProps) {
  const { word, icon: Icon, tone } = changeLook[entry.change];
  return (
    <ChoiceRow href={href} chosen={isChosen} onChoose={onChoose}>
      <Icon aria-hidden className={cn('mt-0.5 size-3.5 shrink-0', toneClasses[tone].text)} strokeWidth={2.5} />
      <span className="flex min-w-0 grow flex-col gap-0.5">
        <span className="min-w-0 truncate">
          <CaseName id={entry.id} name={entry.name} />
        </span>
        <span className="flex gap-2 text-2xs text-ink-faint">
          <span className={cn('shrink-0 font-medium', toneClasses[tone].text)}>{word}</span>
          {entry.edited && <span className="shrink-0 text-late">edited</span>}
          <span className="min-w-0 truncate tabular-nums">{describeCaseChange(entry)}</span>
        </span>
      </span>
    </ChoiceRow>
  );
}

function describeCaseChange({ before, after, earlier, change, edited, real }: CaseComparison): string {
  const [oldRate, newRate] = [comparedPassRateText(before), comparedPassRateText(after)];
  if (oldRate === newRate) return newRate;
  const words = `${oldRate} → ${newRate}`;
  if (before === undefined || after === undefined || change === 'same') return words;
  if (real) {
    const olderRunsNote = earlier === undefined ? '' : ` · ${earlier.passed}/${earlier.judged} in older runs`;
    return `${words}${olderRunsNote} · unlikely to be chance`;
  }
  if (before.judged < 2 && after.judged < 2) return words;
  if (edited) return words;
  const { verdict, words: alone } = evaluateRateChange(before, after);
  return `${words} · ${verdict === 'real' ? 'could be chance, because so many cases are compared' : alone}`;
}

function comparedPassRateText(comparedCase: ComparedCase | undefined): string {
  if (comparedCase === undefined || comparedCase.judged === 0) return 'not run';
  if (comparedCase.judged === 1) return comparedCase.status;
  return `${comparedCase.passed}/${comparedCase.judged} (${formatPercent(comparedCase.passed / comparedCase.judged)})`;
}
