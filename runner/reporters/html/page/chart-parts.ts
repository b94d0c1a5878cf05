import { element, svgElement } from './element.ts';

/** A bar that a table draws beside its number; the share is 0 to 1. */
export function bar(share: number, tone: string): SVGElement {
  return svgElement(
    'svg',
    { 'aria-hidden': 'true', width: '100%', height: '12' },
    svgElement('rect', { width: '100%', height: '12', rx: '2', class: 'paint-idle-soft' }),
    svgElement('rect', { width: `${share * 100}%`, height: '12', rx: '2', class: `paint-${tone}` }),
  );
}

export function headings(...names: string[]): HTMLElement {
  return element('tr', {}, ...names.map((name) => element('th', { scope: 'col' }, name)));
}

/** A picture with its title. */
export function chart(title: string, ...content: Node[]): HTMLElement {
  return element('div', { class: 'card chart' }, element('h2', {}, title), ...content);
}
