import type { Score } from '../../../contract/index.ts';
import { scoreText } from '../../measures.ts';
import { element } from './element.ts';
import { statusMark } from './status-look.ts';

const WIDEST = 12;

/** Pairs of answers as a table of answers against answers; nothing where there are no pairs, or too many to read. */
export function scoreMatrix(scores: readonly Score[]): HTMLElement | undefined {
  const pairs = scores.filter(({ samples, position }) => samples?.length === 2 && position === 0);
  const labels = [...new Set(pairs.flatMap(({ samples = [] }) => samples))].toSorted((left, right) =>
    left.localeCompare(right, 'en', { numeric: true }),
  );
  if (labels.length < 3 || labels.length > WIDEST) return undefined;
  const found = new Map(pairs.map((score) => [keyOf(score.samples ?? []), score]));
  const lines = labels.map((row) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, row),
      ...labels.map((column) => element('td', {}, ...cell(found.get(keyOf([row, column]))))),
    ),
  );
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Answers against answers' },
    element(
      'table',
      { class: 'matrix' },
      element('caption', { class: 'faint' }, 'Answers against answers'),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, element('span', { class: 'unseen' }, 'Answer')),
          ...labels.map((label) => element('th', { scope: 'col' }, label)),
        ),
      ),
      element('tbody', {}, ...lines),
    ),
  );
}

function cell(score: Score | undefined): (HTMLElement | string)[] {
  if (score === undefined) return [];
  const status = score.passed ? 'passed' : 'failed';
  return [statusMark(score.error === undefined ? status : 'error'), ` ${scoreText(score.score)}`];
}

function keyOf(labels: readonly string[]): string {
  return labels.toSorted().join('\n');
}
