import { Logo } from '@/components/layout/logo';
import { ThemeSwitch } from '@/components/layout/theme-switch';
import { CurrencyContext } from '@/components/spending/currency-context';
import type { PageRun } from '@/runner/reporters/html/page-data';
import { CaseList } from './case-list';
import { ReportCharts } from './report-charts';
import { RunSummary } from './run-summary';
import { SingleCasePage } from './single-case-page';
import type { ReportData } from './stored-data';

/** The report of a run as a single self-contained HTML page. */
export function Report({ data }: { data: ReportData }) {
  return (
    <>
      <header className="sticky top-0 z-20 border-b bg-surface print:hidden">
        <div className="mx-auto flex h-11 max-w-6xl items-center gap-2 px-4">
          <Logo className="size-5 text-accent" />
          <p className="font-semibold text-base tracking-tight">Turntree</p>
          <p className="mr-auto text-ink-faint text-xs">Test report</p>
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto flex max-w-6xl flex-col gap-4 px-4 pt-5 pb-12">
        <CurrencyContext value={data.run.currency}>
          {data.run.isOneCase === true ? (
            <SingleCasePage data={data} />
          ) : (
            <>
              <RunSummary run={data.run} />
              <ReportCharts run={data.run} rows={data.rows} />
              <CaseList data={data} />
            </>
          )}
        </CurrencyContext>
        <ReportEnvironment run={data.run} />
      </main>
    </>
  );
}

function ReportEnvironment({ run }: { run: PageRun }) {
  const facts: [string, string][] = [
    ['run', run.runId],
    ['keys', run.isOneCase === true ? '' : 'j k or arrows: cases · Enter: open · / filter · Esc: close'],
    ...run.environment,
  ];
  return (
    <footer>
      <details className="text-xs">
        <summary className="text-ink-soft">Environment and keys</summary>
        <dl className="mt-2 grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-2 gap-y-0.5">
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-faint">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
        </dl>
      </details>
    </footer>
  );
}
