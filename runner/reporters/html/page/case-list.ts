import { plural } from '../../../values/index.ts';
import type { PageRun } from '../page-data.ts';
import { type Place, placeOf, showPlace } from './address.ts';
import { createCaseFilter } from './case-filter.ts';
import { type CaseRowView, caseRow } from './case-row.ts';
import { element } from './element.ts';
import { type FilterBar, filterBar } from './filter-bar.ts';
import type { StoredData } from './stored-data.ts';

export type CaseList = {
  view: HTMLElement;
  rows: readonly CaseRowView[];
  visible(): CaseRowView[];
  focusFilter(): void;
  /** Does what the address says: filters, and opens the case it names. */
  follow(place: Place): void;
};

type Parts = { rows: CaseRowView[]; bar: FilterBar; groups: HTMLElement[]; nothing: HTMLElement };

/** The cases, grouped by suite when there are several, with the filter above them. The address keeps what is chosen. */
export function caseList({ run, rows: stored, caseAt }: StoredData): CaseList {
  const rows = stored.map((row, position) => caseRow(row, position, () => caseAt(position)));
  const groups = groupViews(run, rows);
  const nothing = element('p', { class: 'nothing faint', hidden: '' }, 'No case matches.');
  const bar = filterBar(run.counts, () => {
    applyFilter(parts);
    showPlace(bar.chosen());
  });
  const parts: Parts = { rows, bar, groups, nothing };
  for (const row of rows) row.button.addEventListener('click', () => toggle(row, parts));
  bar.say(plural(rows.length, 'case'));
  return {
    view: element(
      'section',
      { class: 'cases', 'aria-label': 'Cases' },
      element('h2', { class: 'unseen' }, 'Cases'),
      bar.view,
      ...groups,
      nothing,
    ),
    rows,
    visible: () => rows.filter(({ item }) => !item.hidden),
    focusFilter: () => bar.focus(),
    follow(place) {
      bar.choose(place);
      applyFilter(parts);
      const named = rows.find(({ row }) => row.id === place.case && (place.suite ?? row.suite) === row.suite);
      if (named === undefined) return;
      named.item.hidden = false;
      named.setOpen(true);
      named.button.focus({ preventScroll: true });
      named.item.scrollIntoView({ block: 'start' });
    },
  };
}

export function currentPlace(): Place {
  return placeOf(location.hash);
}

function toggle(view: CaseRowView, { bar, rows }: Parts): void {
  const open = !view.isOpen();
  view.setOpen(open);
  const sharesId = rows.some((other) => other !== view && other.row.id === view.row.id);
  const suite = sharesId ? { suite: view.row.suite } : {};
  showPlace(open ? { ...bar.chosen(), case: view.row.id, ...suite } : bar.chosen());
}

function applyFilter({ rows, bar, groups, nothing }: Parts): void {
  const { q = '', status } = bar.chosen();
  const isWanted = createCaseFilter(q);
  let shown = 0;
  for (const { row, item, said } of rows) {
    const matches = (status === undefined || row.status === status) && isWanted(row, said);
    item.hidden = !matches;
    if (matches) shown += 1;
  }
  for (const group of groups) group.hidden = group.querySelector('li:not([hidden])') === null;
  nothing.hidden = shown > 0;
  const all = plural(rows.length, 'case');
  bar.say(shown === rows.length ? all : `${shown.toLocaleString('en')} of ${all}`);
}

function groupViews({ suites }: PageRun, rows: readonly CaseRowView[]): HTMLElement[] {
  const known = Map.groupBy(rows, ({ row }) => row.suite);
  return [...known].map(([key, members]) => {
    const list = element('ol', { class: 'list', 'aria-label': `Cases of ${key}` }, ...members.map(({ item }) => item));
    if (known.size === 1) return list;
    const passed = members.filter(({ row }) => row.status === 'passed').length;
    const agent = suites.find((suite) => suite.key === key)?.agentId ?? '';
    return element(
      'section',
      { class: 'suite', 'aria-label': key },
      element('h2', {}, key, element('span', { class: 'faint' }, `${agent} · ${passed} of ${members.length} passed`)),
      list,
    );
  });
}
