import { element, svgElement } from './element.ts';

const looks: Readonly<Record<string, { word: string; tone: string; icon: string }>> = {
  passed: { word: 'Passed', tone: 'pass', icon: 'M5 12.500l4.500 4.500L19 7.500' },
  failed: { word: 'Failed', tone: 'fail', icon: 'M6.500 6.500l11 11M17.500 6.500l-11 11' },
  error: { word: 'Error', tone: 'broken', icon: 'M12 4L2.500 20h19L12 4zM12 10v4.500M12 17.200v.1' },
  timeout: {
    word: 'Timed out',
    tone: 'late',
    icon: 'M7 3.500h10M7 20.500h10M8 3.500c0 8.500 8 8.500 8 17M16 3.500c0 8.500-8 8.500-8 17',
  },
  skipped: { word: 'Skipped', tone: 'idle', icon: 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17zM9 15l6-6' },
  cancelled: {
    word: 'Cancelled',
    tone: 'idle',
    icon: 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17zM6 6l12 12',
  },
  interrupted: { word: 'Interrupted', tone: 'late', icon: 'M6.500 12h3M14.500 12h3M12 4v4M12 16v4' },
  running: { word: 'Running', tone: 'busy', icon: 'M12 3.500a8.500 8.500 0 108.500 8.500' },
  queued: { word: 'Queued', tone: 'idle', icon: 'M12 3.500a8.500 8.500 0 108.500 8.500' },
  out_of_order: { word: 'Out of order', tone: 'late', icon: 'M4 7h4l8 10h4M4 17h4l8-10h4M18 4.500L20.500 7 18 9.500' },
  waiting: { word: 'Not reached', tone: 'idle', icon: 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17z' },
  stable: { word: 'Stable', tone: 'pass', icon: 'M5 12.500l4.500 4.500L19 7.500' },
  mostly_stable: { word: 'Mostly stable', tone: 'late', icon: 'M4 14c3-5 5-5 8-2s5 3 8-2' },
  unstable: { word: 'Unstable', tone: 'broken', icon: 'M4 17L9 7l5 10 6-10' },
  highly_unstable: { word: 'Highly unstable', tone: 'fail', icon: 'M6.500 6.500l11 11M17.500 6.500l-11 11' },
};
const unknown = { word: 'Unknown', tone: 'idle', icon: 'M12 3.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17z' };

export function wordOf(status: string): string {
  return lookOf(status).word;
}

export function toneOf(status: string): string {
  return lookOf(status).tone;
}

/** The sign of a status with its word for those who do not see it; `word: true` shows the word as well. */
export function statusMark(status: string, { word } = { word: false }): HTMLElement {
  const { word: text, tone, icon } = lookOf(status);
  return element(
    'span',
    { class: `mark tone-${tone}`, title: word ? undefined : text },
    svgElement('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svgElement('path', { d: icon })),
    element('span', { class: word ? '' : 'unseen' }, text),
  );
}

function lookOf(status: string): { word: string; tone: string; icon: string } {
  return looks[status] ?? unknown;
}
