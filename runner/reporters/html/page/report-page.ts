import type { PageRun } from '../page-data.ts';
import { caseList, currentPlace } from './case-list.ts';
import { chartsView } from './charts.ts';
import { element, svgElement } from './element.ts';
import { headerView } from './header-view.ts';
import { listenToKeys } from './keyboard.ts';
import { openForPrint } from './print.ts';
import { readStoredData } from './stored-data.ts';
import { themeSwitch } from './theme-switch.ts';
import { fold } from './value-view.ts';

const data = readStoredData();
const list = caseList(data);
document.body.append(
  element(
    'header',
    { class: 'top' },
    logo(),
    element('p', { class: 'brand' }, 'Turntree'),
    element('p', { class: 'faint' }, 'Test report'),
    themeSwitch(),
  ),
  element('main', {}, headerView(data.run), chartsView(data.run, data.rows), list.view, environment(data.run)),
);
listenToKeys(list);
openForPrint(list);
window.addEventListener('hashchange', () => list.follow(currentPlace()));
list.follow(currentPlace());

function logo(): SVGElement {
  return svgElement(
    'svg',
    { viewBox: '0 0 24 24', class: 'logo', 'aria-hidden': 'true' },
    svgElement('path', { d: 'M12 22V5M12 17c-4.500 0-6-2-6-5M12 12.500c4 0 5.500-1.800 5.500-4.500' }),
    ...[
      ['12', '4'],
      ['6', '10.5'],
      ['17.5', '6.5'],
    ].map(([cx, cy]) => svgElement('circle', { cx, cy, r: '2.6' })),
  );
}

function environment(run: PageRun): HTMLElement {
  const facts: [string, string][] = [
    ['run', run.runId],
    ['keys', 'j k or arrows: cases · Enter: open · / filter · Esc: close'],
    ...run.environment,
  ];
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  return element(
    'footer',
    {},
    fold('Environment and keys', () => element('dl', {}, ...rows)),
  );
}
