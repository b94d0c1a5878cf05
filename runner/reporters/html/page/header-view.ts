import { totalCost } from '../../../fold/index.ts';
import { decimalPercent, formatCost, formatDuration, plural } from '../../../values/index.ts';
import { metricKindWords } from '../../../verdict/index.ts';
import type { PageRun } from '../page-data.ts';
import { element } from './element.ts';
import { statusMark, toneOf, wordOf } from './status-look.ts';

export const statuses = ['passed', 'failed', 'error', 'timeout', 'skipped'] as const;

/** What a reader wants to know first: of what, when, how it ended, and the figures. */
export function headerView(run: PageRun): HTMLElement {
  return element(
    'section',
    { class: 'card summary', 'aria-labelledby': 'title' },
    element('div', { class: 'title' }, element('h1', { id: 'title' }, run.input || run.runId), verdict(run)),
    element('p', { class: 'facts' }, ...facts(run)),
    element('div', { class: 'figures' }, ...figures(run)),
    outcomeBar(run),
    ...run.rates.map(([name, words]) => element('p', { class: 'faint' }, `${name}: ${words}`)),
    ...run.warnings.map((warning) => element('p', { class: 'warning' }, statusMark('timeout'), warning)),
  );
}

function verdict({ status, reason }: PageRun): HTMLElement {
  const because = reason === '' || reason === 'all passed' || reason === status ? '' : reason;
  return element(
    'p',
    { class: `verdict soft-${toneOf(status)}` },
    statusMark(status, { word: true }),
    because !== '' && element('span', {}, because),
  );
}

function facts(run: PageRun): (HTMLElement | string)[] {
  const agents = [...new Set(run.suites.map(({ agentId }) => agentId))].join(', ');
  const connectors = [...new Set(run.suites.map(({ connector }) => connector ?? ''))]
    .filter((name) => name !== '')
    .join(', ');
  const connector = run.connector ?? connectors;
  const started = new Date(run.startedAt);
  const parts: (HTMLElement | string)[] = [
    element('b', {}, connector === '' ? agents : `${agents} @ ${connector}`),
    element('time', { datetime: started.toISOString(), title: started.toISOString() }, started.toLocaleString()),
    ...(run.toolVersion === '' ? [] : [`Turntree ${run.toolVersion}`]),
    ...(run.gitCommit === undefined ? [] : [`commit ${run.gitCommit.slice(0, 8)}`]),
    `run ${run.runId.slice(0, 13)}`,
  ];
  return parts.map((part) => element('span', {}, part));
}

function figures(run: PageRun): HTMLElement[] {
  const judged = run.attempts.passed + run.attempts.failed + run.attempts.error + run.attempts.timeout;
  const total = statuses.reduce((sum, status) => sum + run.counts[status], 0);
  const repeated = run.attemptsPerCase > 1;
  const tokens = Object.entries(run.usage).map(([role, { inputTokens, outputTokens }]) =>
    figure(
      `Tokens: ${role}`,
      (inputTokens + outputTokens).toLocaleString('en'),
      `${inputTokens.toLocaleString('en')} in, ${outputTokens.toLocaleString('en')} out`,
    ),
  );
  const cost = totalCost(run.usage);
  return [
    figure(
      'Pass rate',
      run.passRate === null ? '–' : decimalPercent(run.passRate),
      run.passRate === null
        ? 'nothing was judged'
        : `${run.attempts.passed} of ${plural(judged, repeated ? 'attempt' : 'case')}`,
    ),
    figure('Cases', total.toLocaleString('en'), repeated ? `${run.attemptsPerCase} attempts each` : countWords(run)),
    ...run.metrics.map(({ kind, score }) =>
      figure(
        metricKindWords[kind],
        score === null ? '–' : decimalPercent(score),
        score === null ? 'nothing could be scored' : 'over all verdicts',
      ),
    ),
    figure('Duration', formatDuration(run.durationMs), 'from start to end'),
    ...tokens,
    ...(cost === undefined ? [] : [figure('Cost', formatCost(cost), 'of all model calls')]),
  ];
}

function figure(name: string, value: string, note: string): HTMLElement {
  return element(
    'div',
    { class: 'figure' },
    element('p', { class: 'label' }, name),
    element('p', { class: 'value' }, value),
    element('p', { class: 'faint' }, note),
  );
}

function countWords({ counts }: PageRun): string {
  const present = statuses.filter((status) => counts[status] > 0);
  return present.map((status) => `${counts[status]} ${wordOf(status).toLowerCase()}`).join(', ') || 'none';
}

function outcomeBar({ counts }: PageRun): HTMLElement {
  const parts = statuses
    .filter((status) => counts[status] > 0)
    .map((status) => {
      const part = element('span', {
        class: `part fill-${toneOf(status)}`,
        title: `${counts[status]} ${wordOf(status)}`,
      });
      part.style.flexGrow = String(counts[status]);
      return part;
    });
  const words = statuses.map((status) => `${counts[status]} ${wordOf(status).toLowerCase()}`).join(', ');
  return element('div', { class: 'outcome', role: 'img', 'aria-label': words }, ...parts);
}
