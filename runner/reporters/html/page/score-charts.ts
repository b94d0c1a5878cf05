import type { ScoreCell } from '../../../contract/index.ts';
import { decimalPercent, plural } from '../../../values/index.ts';
import { scoreText } from '../../measures.ts';
import type { PageRow, PageRun } from '../page-data.ts';
import { bar, chart, headings } from './chart-parts.ts';
import { element } from './element.ts';

const VALUES = 30;

type Group = { name: string; passed: number; total: number };

/** What scorers gave, and how scores went by tag and by column: tables that draw their last column. */
export function scoreCharts({ tags, columns }: PageRun, rows: readonly PageRow[]): HTMLElement[] {
  const cells = Map.groupBy(
    rows.flatMap((row) => row.cells ?? []),
    ({ metric }) => metric,
  );
  return [
    ...(cells.size === 0 ? [] : [scorerChart(cells)]),
    ...(tags.length === 0 ? [] : [groupChart('Scores by tag', 'Tag', tags)]),
    ...columns.map(({ column, groups }) => groupChart(`Scores by ${column}`, column, groups)),
  ];
}

function scorerChart(scorers: ReadonlyMap<string, readonly ScoreCell[]>): HTMLElement {
  const lines = [...scorers].map(([metric, cells]) => {
    const passed = cells.filter((cell) => cell.passed).length;
    const scores = cells.flatMap(({ score }) => score ?? []);
    const mean = scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
    return line({ name: metric, passed, total: cells.length }, [scoreText(mean)]);
  });
  return tableChart({ title: 'Scorers', names: ['Scorer', 'Bar', 'In range', 'Rate', 'Mean score'], lines });
}

function groupChart(title: string, name: string, groups: readonly Group[]): HTMLElement {
  const lines = groups.slice(0, VALUES).map((group) => line(group, []));
  const left = groups.length - lines.length;
  return tableChart({
    title,
    names: [name, 'Bar', 'In range', 'Rate'],
    lines,
    ...(left === 0 ? {} : { note: `and ${plural(left, 'more value')}` }),
  });
}

function line({ name, passed, total }: Group, more: readonly string[]): HTMLElement {
  const rate = passed / total;
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name === '' ? '(empty)' : name),
    element('td', { class: 'bar' }, bar(rate, rate === 1 ? 'pass' : 'busy')),
    ...[`${passed} of ${total}`, decimalPercent(rate), ...more].map((text) => element('td', { class: 'number' }, text)),
  );
}

type TableChart = { title: string; names: string[]; lines: HTMLElement[]; note?: string };

function tableChart({ title, names, lines, note }: TableChart): HTMLElement {
  const table = element(
    'table',
    { class: 'scores' },
    ...(note === undefined ? [] : [element('caption', { class: 'faint' }, note)]),
    element('thead', {}, headings(...names)),
    element('tbody', {}, ...lines),
  );
  return chart(title, element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title }, table));
}
