import type { Json } from '../../../values/index.ts';
import { element } from './element.ts';

const LONG_TEXT = 4_000;

/** A value as text in a box that keeps its lines; long ones are folded after their beginning. */
export function valueView(value: Json | undefined): HTMLElement {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null, undefined, 2);
  return foldedText(text, typeof value === 'string' ? 'text' : 'text code');
}

export function foldedText(text: string, look: string): HTMLElement {
  if (text.length <= LONG_TEXT) return element('pre', { class: look, tabindex: '0' }, text);
  const rest = `${(text.length - LONG_TEXT).toLocaleString('en')} more characters`;
  const shown = element('pre', { class: look, tabindex: '0' }, text.slice(0, LONG_TEXT));
  const details = fold(rest, () => {
    shown.textContent = text;
    return element('p', { class: 'faint' }, 'All of it is shown above.');
  });
  return element('div', {}, shown, details);
}

/** What is made only when somebody opens it. */
export function fold(summary: Node | string, content: () => Node, { open } = { open: false }): HTMLDetailsElement {
  const details = element('details', { class: 'fold' }, element('summary', {}, summary));
  const fill = (): void => {
    if (details.open && details.childElementCount === 1) details.append(content());
  };
  details.addEventListener('toggle', fill);
  details.open = open;
  fill();
  return details;
}

export function labelled(label: string, content: Node): HTMLElement {
  return element('div', { class: 'labelled' }, element('p', { class: 'label' }, label), content);
}
