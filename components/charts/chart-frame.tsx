import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { type ChartData, chartDataToCsv } from './chart-data';
import { type ChartPointNavigation, ChartStepper } from './chart-stepper';
import { ChartTable } from './chart-table';
import { renderChartPng, saveFile } from './save-chart';

export type ChartFrameProps = {
  title: string;
  note?: ReactNode;
  /** A sentence that summarizes the chart. */
  words: string;
  data: ChartData;
  /** Shown instead of the table that is built from `data`. */
  table?: ReactNode;
  /** The points of the chart that can be selected with the keyboard. */
  steps?: ChartPointNavigation;
  children: ReactNode;
};

/**
 * A chart with its title, a sentence that summarizes it, and its data as a table. It can be saved as PNG and CSV.
 * `children` draws the chart.
 */
export function ChartFrame({ title, note, words, data, table, steps, children }: ChartFrameProps) {
  const wordsId = useId();
  const drawing = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState('');
  const name = fileNameFromTitle(title);

  async function saveChartAsPng(): Promise<void> {
    const svg = drawing.current?.querySelector('svg.recharts-surface');
    if (!(svg instanceof SVGSVGElement)) return;
    try {
      saveFile(`${name}.png`, await renderChartPng(svg, title));
      setProblem('');
    } catch {
      setProblem('This browser could not make a picture of the chart.');
    }
  }

  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-1">
        <h2 className="mr-auto min-w-0 break-words font-semibold text-xs">{title}</h2>
        <Button size="sm" look="quiet" onClick={() => void saveChartAsPng()} aria-label={`Save as PNG: ${title}`}>
          PNG
        </Button>
        <Button
          size="sm"
          look="quiet"
          onClick={() => saveFile(`${name}.csv`, new Blob([chartDataToCsv(data)], { type: 'text/csv;charset=utf-8' }))}
          aria-label={`Save as CSV: ${title}`}
        >
          CSV
        </Button>
      </div>
      {steps === undefined ? (
        <div role="img" aria-labelledby={wordsId} ref={drawing}>
          <div aria-hidden>{children}</div>
        </div>
      ) : (
        <ChartStepper title={title} describedBy={wordsId} steps={steps} drawing={drawing}>
          {children}
        </ChartStepper>
      )}
      <p id={wordsId} className={steps?.selectedIndex === undefined ? 'text-ink-soft text-xs' : 'sr-only'}>
        {words}
      </p>
      {steps !== undefined && steps.selectedIndex === undefined && (
        <p className="text-2xs text-ink-faint">Hover over a run or use the arrow keys; Enter opens it.</p>
      )}
      {problem !== '' && (
        <p role="alert" className="text-fail text-xs">
          {problem}
        </p>
      )}
      {note !== undefined && <div className="text-2xs text-ink-faint empty:hidden">{note}</div>}
      {table ?? <CollapsibleTable title={title} data={data} />}
    </section>
  );
}

function CollapsibleTable({ title, data }: Pick<ChartFrameProps, 'title' | 'data'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-accent text-xs">Show table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        <section aria-label={`${title}, as a table`} tabIndex={0} className="mt-2 max-h-72 overflow-auto">
          <ChartTable {...data} />
        </section>
      )}
    </details>
  );
}

function fileNameFromTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
