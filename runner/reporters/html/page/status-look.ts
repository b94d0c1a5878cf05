import { type StatusName, statusWords } from '../../../verdict/index.ts';
import { element, svgElement } from './element.ts';

const check = 'M5 12.500l4.500 4.500L19 7.500';
const cross = 'M6.500 6.500l11 11M17.500 6.500l-11 11';
const circle = 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17z';
const icons: Readonly<Partial<Record<StatusName, string>>> = {
  passed: check,
  reached: check,
  failed: cross,
  missed: cross,
  error: 'M12 4L2.500 20h19L12 4zM12 10v4.500M12 17.200v.1',
  timeout: 'M7 3.500h10M7 20.500h10M8 3.500c0 8.500 8 8.500 8 17M16 3.500c0 8.500-8 8.500-8 17',
  skipped: 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17zM9 15l6-6',
  cancelled: 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17zM6 6l12 12',
  interrupted: 'M6.500 12h3M14.500 12h3M12 4v4M12 16v4',
  running: 'M12 3.500a8.500 8.500 0 108.500 8.500',
  queued: 'M12 3.500a8.500 8.500 0 108.500 8.500',
  out_of_order: 'M4 7h4l8 10h4M4 17h4l8-10h4M18 4.500L20.500 7 18 9.500',
  stable: check,
  mostly_stable: 'M4 14c3-5 5-5 8-2s5 3 8-2',
  unstable: 'M4 17L9 7l5 10 6-10',
  highly_unstable: cross,
};

export function wordOf(status: StatusName): string {
  return statusWords[status].word;
}

export function toneOf(status: StatusName): string {
  return statusWords[status].tone;
}

/** The sign of a status with its word for those who do not see it; `word: true` shows the word as well. */
export function statusMark(status: StatusName, { word } = { word: false }): HTMLElement {
  const { word: text, tone } = statusWords[status];
  return element(
    'span',
    { class: `mark tone-${tone}`, title: word ? undefined : text },
    svgElement(
      'svg',
      { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
      svgElement('path', { d: icons[status] ?? circle }),
    ),
    element('span', { class: word ? '' : 'unseen' }, text),
  );
}
