import type { PageRun } from '../page-data.ts';
import type { Place } from './address.ts';
import { element } from './element.ts';
import { statuses } from './header-view.ts';
import { statusMark } from './status-look.ts';

export type FilterBar = {
  view: HTMLElement;
  chosen(): Pick<Place, 'q' | 'status'>;
  choose(place: Place): void;
  /** How many cases are left, also for those who do not see it. */
  say(text: string): void;
  focus(): void;
};

/** A search in everything that was said, and a button for each status that occurs. */
export function filterBar(counts: PageRun['counts'], onChange: () => void): FilterBar {
  let status: string | undefined;
  const field = element('input', {
    type: 'search',
    class: 'search',
    'aria-label': 'Filter the cases',
    placeholder: 'Filter: words, s:failed, @tag, !not',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const buttons = statuses
    .filter((name) => counts[name] > 0)
    .map((name) => {
      const button = element(
        'button',
        { type: 'button', 'aria-pressed': 'false' },
        statusMark(name, { word: true }),
        element('span', {}, String(counts[name])),
      );
      button.addEventListener('click', () => {
        setStatus(status === name ? undefined : name);
        onChange();
      });
      return { name, button };
    });
  const amount = element('p', { class: 'faint amount', role: 'status' });
  field.addEventListener('input', onChange);

  function setStatus(next: string | undefined): void {
    status = buttons.find(({ name }) => name === next)?.name;
    for (const { name, button } of buttons) button.setAttribute('aria-pressed', String(name === status));
  }

  return {
    view: element(
      'div',
      { class: 'bar-row' },
      field,
      element('div', { class: 'chips', role: 'group', 'aria-label': 'Status' }, ...buttons.map(({ button }) => button)),
      amount,
    ),
    chosen: () => ({ ...(field.value === '' ? {} : { q: field.value }), ...(status === undefined ? {} : { status }) }),
    choose(place) {
      field.value = place.q ?? '';
      setStatus(place.status);
    },
    say(text) {
      amount.textContent = text;
    },
    focus: () => field.select(),
  };
}
