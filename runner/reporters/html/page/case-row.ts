import { decimalPercent, formatDuration } from '../../../values/index.ts';
import { scoreText } from '../../measures.ts';
import type { PageCase, PageRow } from '../page-data.ts';
import { caseView } from './case-view.ts';
import { element } from './element.ts';
import { textsIn } from './page-texts.ts';
import { statusMark } from './status-look.ts';

const DOTS = 12;

/** A row of the list with what is below it. What was said is read only when somebody opens it or searches in it. */
export type CaseRowView = {
  row: PageRow;
  item: HTMLLIElement;
  button: HTMLButtonElement;
  isOpen(): boolean;
  setOpen(open: boolean): void;
  /** Everything in the case, in lower case. */
  said(): string;
};

export function caseRow(row: PageRow, position: number, attempts: () => PageCase): CaseRowView {
  const bodyId = `case-${position}`;
  const button = element(
    'button',
    { type: 'button', 'aria-expanded': 'false', 'aria-controls': bodyId, class: 'row' },
    ...cells(row),
  );
  const body = element('div', { id: bodyId, class: 'body', hidden: '' });
  const item = element('li', {}, button, body);
  let text: string | undefined;
  const view: CaseRowView = {
    row,
    item,
    button,
    isOpen: () => !body.hidden,
    setOpen(open) {
      if (open && body.childElementCount === 0) body.append(caseView(row, attempts()));
      body.hidden = !open;
      button.setAttribute('aria-expanded', String(open));
    },
    said() {
      text ??= textsIn(attempts()).toLowerCase();
      return text;
    },
  };
  return view;
}

function cells(row: PageRow): HTMLElement[] {
  const { status, id, name, preview, attempts, stability, tags } = row;
  const spent = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const title = name ?? preview ?? '';
  const facts = factsOf(row);
  return [
    statusMark(status),
    element('span', { class: 'id' }, id),
    element(
      'span',
      { class: 'name' },
      title === id ? '' : title,
      ...(tags ?? []).map((tag) => element('span', { class: 'tag' }, tag)),
    ),
    element(
      'span',
      { class: 'more' },
      ...(attempts.length > 1 ? [dots(row)] : []),
      ...(stability === undefined ? [] : [statusMark(stability.class, { word: true })]),
      facts === '' ? '' : element('span', { class: 'faint' }, facts),
    ),
    element('span', { class: 'took' }, status === 'skipped' ? '' : formatDuration(spent)),
  ];
}

function factsOf({ kind, turns, cells = [], score }: PageRow): string {
  if (kind === 'standard') return '';
  if (kind === 'dynamic') return `${turns} turns`;
  if (kind === 'experiment') return cells.map((cell) => scoreText(cell.score)).join(' · ');
  if (kind === 'consistency') return score === undefined || score === null ? kind : decimalPercent(score);
  return kind;
}

function dots({ attempts }: PageRow): HTMLElement {
  const passed = attempts.filter(({ status }) => status === 'passed').length;
  return element(
    'span',
    { class: 'dots' },
    element('span', { class: 'unseen' }, `${passed} of ${attempts.length} attempts passed:`),
    ...attempts.slice(0, DOTS).map(({ status }) => statusMark(status)),
    attempts.length > DOTS && `+${attempts.length - DOTS}`,
  );
}
