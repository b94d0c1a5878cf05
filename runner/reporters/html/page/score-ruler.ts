import type { ScoreRange } from '../../../contract/index.ts';
import { isInRange } from '../../../fold/index.ts';
import { svgElement } from './element.ts';

/** Where a score lies, beside the range where it should. What it draws is said in words beside it. */
export function scoreRuler(score: number | null, range: ScoreRange): SVGElement {
  const from = Math.min(0, range.min, score ?? 0);
  const to = Math.max(1, range.max, score ?? 0);
  const place = (value: number): number => ((value - from) / (to - from)) * 98 + 1;
  return svgElement(
    'svg',
    { 'aria-hidden': 'true', width: '100%', height: '16', class: 'ruler' },
    svgElement('rect', { y: '6', width: '100%', height: '4', rx: '2', class: 'paint-idle-soft' }),
    svgElement('rect', {
      x: `${place(range.min)}%`,
      y: '4',
      width: `${Math.max(0.5, place(range.max) - place(range.min))}%`,
      height: '8',
      rx: '2',
      class: 'paint-pass-soft',
    }),
    ...(score === null
      ? []
      : [
          svgElement('circle', {
            cx: `${place(score)}%`,
            cy: '8',
            r: '5',
            class: isInRange(score, range) ? 'paint-pass' : 'paint-fail',
          }),
        ]),
  );
}
