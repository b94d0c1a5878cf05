import type { CaseResult, UsageByRole } from '../../../contract/index.ts';
import { decimalPercent, formatCost, formatDuration } from '../../../values/index.ts';
import { durationStatistics } from '../../../verdict/index.ts';
import type { PageCase, PageRow } from '../page-data.ts';
import { assertionsView, checkpointsView } from './checks-view.ts';
import { conversationView } from './conversation-view.ts';
import { element } from './element.ts';
import { measuresView } from './measures-view.ts';
import { statusMark } from './status-look.ts';
import { fold, foldedText, labelled, valueView } from './value-view.ts';

/** Everything about one case: its attempts one below the other when there are several, the first that failed open. */
export function caseView(row: PageRow, attempts: PageCase): HTMLElement {
  const [only] = attempts;
  if (attempts.length === 1 && only !== undefined) return attemptView(only);
  const firstBad = attempts.findIndex(({ status }) => status !== 'passed' && status !== 'skipped');
  const opened = Math.max(0, firstBad);
  return element(
    'div',
    { class: 'attempts' },
    stabilityLine(row, attempts),
    ...attempts.map((attempt, position) =>
      fold(attemptTitle(attempt), () => attemptView(attempt), { open: position === opened }),
    ),
  );
}

function attemptTitle({ attempt, status, durationMs }: CaseResult): HTMLElement {
  return element(
    'span',
    { class: 'attempt-title' },
    statusMark(status, { word: true }),
    element('b', {}, `Attempt ${attempt}`),
    element('span', { class: 'faint' }, formatDuration(durationMs)),
  );
}

function stabilityLine({ stability }: PageRow, attempts: PageCase): HTMLElement | undefined {
  const judged = attempts.filter(({ status }) => status !== 'skipped');
  const durations = durationStatistics(judged.map(({ durationMs }) => durationMs));
  if (stability === undefined || durations === null) return undefined;
  const passed = judged.filter(({ status }) => status === 'passed').length;
  const { avg, min, max, stdDeviation } = durations;
  return element(
    'p',
    { class: 'stability' },
    statusMark(stability.class, { word: true }),
    `${passed} of ${judged.length} passed (${decimalPercent(stability.rate)})`,
    element(
      'span',
      { class: 'faint' },
      `average ${formatDuration(avg)}, from ${formatDuration(min)} to ${formatDuration(max)}, deviation ${formatDuration(stdDeviation)}`,
    ),
  );
}

function attemptView(result: CaseResult): HTMLElement {
  const { error, reason, endReason, warnings, usage, expected, metadata, assertions, checkpoints, logs } = result;
  return element(
    'div',
    { class: 'attempt' },
    error !== undefined && element('div', { class: 'problem' }, foldedText(error, 'text')),
    error === undefined && reason !== undefined && element('p', { class: 'faint' }, reason),
    ...(warnings ?? []).map((warning) => element('p', { class: 'warning' }, statusMark('timeout'), warning)),
    ...measuresView(result),
    checkpointsView(checkpoints ?? []),
    assertionsView(assertions),
    expected !== undefined && tellsMore(result) && labelled('Expected', valueView(expected)),
    conversationView(result),
    logs !== undefined && labelled('Log', foldedText(logs.join('\n'), 'text')),
    footLine(endReason, usage),
    metadata !== undefined && fold('Metadata', () => valueView(metadata)),
  );
}

/** Assertions show what they expect; without an agent, what is scored is what the table expects. */
function tellsMore({ kind, assertions, expected, output }: CaseResult): boolean {
  return assertions.length === 0 && !(kind === 'experiment' && expected === output);
}

function footLine(endReason: string | undefined, usage: UsageByRole | undefined): HTMLElement | undefined {
  const facts = [
    ...(endReason === undefined ? [] : [`ended: ${endReason.replaceAll('_', ' ')}`]),
    ...Object.entries(usage ?? {}).map(
      ([role, { inputTokens, outputTokens, cost }]) =>
        `${role}: ${inputTokens} + ${outputTokens} tokens${cost === undefined ? '' : `, cost ${formatCost(cost)}`}`,
    ),
  ];
  return facts.length === 0 ? undefined : element('p', { class: 'faint' }, facts.join(' · '));
}
