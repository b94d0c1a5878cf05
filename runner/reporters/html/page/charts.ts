import { decimalPercent, formatDuration, plural } from '../../../values/index.ts';
import type { PageRow, PageRun } from '../page-data.ts';
import { hashOf } from './address.ts';
import { bar, chart, headings } from './chart-parts.ts';
import { element, svgElement } from './element.ts';
import { histogramOf } from './histogram.ts';
import { scoreCharts } from './score-charts.ts';
import { statusMark, toneOf, wordOf } from './status-look.ts';
import { fold } from './value-view.ts';

const CASES_SHOWN = 30;
const HEIGHT = 120;
const classes = ['stable', 'mostly_stable', 'unstable', 'highly_unstable'] as const;

/** Pictures of a run, each with its numbers as a table. */
export function chartsView(run: PageRun, rows: readonly PageRow[]): HTMLElement | undefined {
  const durations = rows.flatMap(({ attempts }) =>
    attempts.flatMap(({ status, durationMs }) => (status === 'skipped' ? [] : [durationMs])),
  );
  const repeated = rows.filter((row) => row.stability !== undefined);
  if (durations.length < 2) return undefined;
  return element(
    'section',
    { class: 'charts', 'aria-label': 'Charts' },
    ...(repeated.length === 0 ? [slowest(rows)] : [stabilityShares(repeated), passRates(repeated)]),
    ...scoreCharts(run, rows),
    durationChart(durations),
  );
}

function stabilityShares(rows: readonly PageRow[]): HTMLElement {
  const counted = classes.map((name) => ({
    name,
    count: rows.filter(({ stability }) => stability?.class === name).length,
  }));
  const words = counted.map(({ name, count }) => `${count} ${wordOf(name).toLowerCase()}`).join(', ');
  let start = 0;
  const bars = counted.map(({ name, count }) => {
    const share = (count / rows.length) * 100;
    const bar = svgElement('rect', {
      x: `${start}%`,
      y: '0',
      width: `${share}%`,
      height: '28',
      class: `paint-${toneOf(name)}`,
    });
    start += share;
    return bar;
  });
  const legend = counted.map(({ name, count }) =>
    element('li', {}, statusMark(name, { word: true }), element('b', {}, String(count))),
  );
  return chart(
    'Stability',
    svgElement(
      'svg',
      {
        role: 'img',
        'aria-label': `Stability of ${plural(rows.length, 'case')}: ${words}`,
        width: '100%',
        height: '28',
      },
      ...bars,
    ),
    element('ul', { class: 'legend' }, ...legend),
  );
}

function passRates(rows: readonly PageRow[]): HTMLElement {
  const shakiest = rows
    .map((row) => ({ row, share: row.stability?.rate ?? 0 }))
    .sort((left, right) => left.share - right.share)
    .slice(0, CASES_SHOWN)
    .map(({ row, share }) => ({
      row,
      share,
      words: decimalPercent(share),
      tone: toneOf(row.stability?.class ?? 'stable'),
    }));
  const all = plural(rows.length, 'case');
  const caption = rows.length > CASES_SHOWN ? `the ${CASES_SHOWN} shakiest of ${all}` : 'the shakiest first';
  return barTable({ title: 'Pass rate of each case', caption, value: 'Pass rate', bars: shakiest });
}

function slowest(rows: readonly PageRow[]): HTMLElement {
  const spent = rows
    .map((row) => ({ row, ms: row.attempts.reduce((sum, { durationMs }) => sum + durationMs, 0) }))
    .sort((left, right) => right.ms - left.ms)
    .slice(0, CASES_SHOWN);
  const most = spent[0]?.ms || 1;
  const bars = spent.map(({ row, ms }) => ({ row, share: ms / most, words: formatDuration(ms), tone: 'busy' }));
  return barTable({ title: 'Slowest cases', caption: `of ${plural(rows.length, 'case')}`, value: 'Duration', bars });
}

type Bars = {
  title: string;
  caption: string;
  value: string;
  bars: readonly { row: PageRow; share: number; words: string; tone: string }[];
};

/** A table whose middle column draws what its last one says. */
function barTable({ title, caption, value, bars }: Bars): HTMLElement {
  const lines = bars.map(({ row, share, words, tone }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('a', { href: hashOf({ case: row.id, suite: row.suite }) }, row.id)),
      element('td', { class: 'bar' }, bar(share, tone)),
      element('td', { class: 'number' }, words),
    ),
  );
  const table = element(
    'table',
    {},
    element('caption', { class: 'faint' }, caption),
    element('thead', { class: 'unseen' }, headings('Case', 'Bar', value)),
    element('tbody', {}, ...lines),
  );
  return chart(title, element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title }, table));
}

function durationChart(durations: readonly number[]): HTMLElement {
  const bins = histogramOf(durations);
  const most = Math.max(...bins.map(({ count }) => count));
  const width = 100 / bins.length;
  const bars = bins.map(({ from, to, count }, position) => {
    const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
    const place = {
      x: `${position * width + width * 0.06}%`,
      y: String(HEIGHT - height),
      width: `${width * 0.88}%`,
      height: String(height),
    };
    return svgElement(
      'rect',
      { ...place, rx: '2', class: 'paint-busy' },
      svgElement('title', {}, `${binWords(from, to)}: ${count}`),
    );
  });
  const first = bins[0]?.from ?? 0;
  const last = bins.at(-1)?.to ?? 0;
  const label = `How long ${plural(durations.length, 'attempt')} took, from ${formatDuration(first)} to ${formatDuration(last)}`;
  const table = (): HTMLElement =>
    element(
      'table',
      {},
      element('thead', {}, headings('Duration', 'Attempts')),
      element(
        'tbody',
        {},
        ...bins.map(({ from, to, count }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, binWords(from, to)),
            element('td', { class: 'number' }, String(count)),
          ),
        ),
      ),
    );
  return chart(
    'Durations',
    svgElement('svg', { role: 'img', 'aria-label': label, width: '100%', height: String(HEIGHT) }, ...bars),
    element(
      'p',
      { class: 'axis faint' },
      element('span', {}, formatDuration(first)),
      element('span', {}, formatDuration(last)),
    ),
    fold('As a table', table),
  );
}

function binWords(from: number, to: number): string {
  return `${formatDuration(from)} – ${formatDuration(to)}`;
}
