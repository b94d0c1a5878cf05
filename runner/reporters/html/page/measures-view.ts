import type { CaseResult, MetricResult, Sample, Score } from '../../../contract/index.ts';
import { formatRange } from '../../../fold/index.ts';
import { decimalPercent, formatDuration, plural } from '../../../values/index.ts';
import { metricWords } from '../../../verdict/index.ts';
import { distanceWords, scoreText, subjectOf } from '../../measures.ts';
import { toolCallView } from './conversation-view.ts';
import { element } from './element.ts';
import { scoreMatrix } from './score-matrix.ts';
import { scoreRuler } from './score-ruler.ts';
import { statusMark } from './status-look.ts';
import { fold, foldedText, labelled, valueView } from './value-view.ts';

/** What judges and scorers found: metrics, pairs as a matrix, every verdict, and the answers side by side. */
export function measuresView({ metrics = [], scores = [], samples = [], groundTruth }: CaseResult): HTMLElement[] {
  const bad = scores.filter(({ passed }) => !passed);
  const good = scores.filter(({ passed }) => passed);
  const matrix = scoreMatrix(scores);
  return [
    ...(metrics.length === 0 ? [] : [element('ul', {}, ...metrics.map(metricLine))]),
    ...(groundTruth === undefined ? [] : [labelled('Ground truth', valueView(groundTruth))]),
    ...(matrix === undefined ? [] : [matrix]),
    ...(bad.length === 0 ? [] : [verdictList('Verdicts', bad)]),
    ...(good.length === 0 ? [] : [passedList(good, bad.length > 0)]),
    ...(samples.length === 0 ? [] : [sampleList(samples)]),
  ];
}

function metricLine({ type, score, records }: MetricResult): HTMLElement {
  const figure = score === null ? 'no score' : decimalPercent(score);
  return element('li', {}, element('b', {}, metricWords[type]), ` ${figure} over ${plural(records, 'verdict')}`);
}

function passedList(scores: readonly Score[], isFolded: boolean): HTMLElement {
  if (!isFolded) return verdictList('Verdicts', scores);
  return fold(`${plural(scores.length, 'verdict')} passed`, () => verdictList('Passed', scores));
}

function verdictList(title: string, scores: readonly Score[]): HTMLElement {
  return element('div', {}, element('h3', {}, title), element('ul', { class: 'checks' }, ...scores.map(verdictView)));
}

function verdictView(score: Score): HTMLElement {
  const { passed, error, reason, range, choice, request, response, contexts } = score;
  const status = error === undefined ? 'failed' : 'error';
  return element(
    'li',
    { class: `check ${passed ? 'passed' : status}` },
    element(
      'p',
      { class: 'check-title' },
      statusMark(passed ? 'passed' : status),
      element('b', {}, subjectOf(score)),
      element('span', {}, scoreText(score.score)),
      choice !== undefined && element('span', { class: 'code' }, choice),
      range !== undefined && element('span', { class: 'faint' }, `expected ${formatRange(range)}`),
      element('span', {}, distanceWords(score)),
    ),
    range !== undefined && scoreRuler(score.score, range),
    error !== undefined && element('p', { class: 'message' }, error),
    reason !== undefined && foldedText(reason, 'text'),
    contexts !== undefined &&
      element(
        'div',
        { class: 'pair' },
        labelled('Retrieved', valueView(contexts.retrieved)),
        labelled('Reference', valueView(contexts.reference)),
      ),
    request !== undefined && fold('What the judge was asked', () => valueView(request)),
    response !== undefined && fold('What the judge answered', () => valueView(response)),
  );
}

function sampleList(samples: readonly Sample[]): HTMLElement {
  return element(
    'div',
    {},
    element('h3', {}, 'Answers'),
    element('ol', { class: 'samples' }, ...samples.map(sampleView)),
  );
}

function sampleView({ label, prompt, output, error, toolCalls = [], durationMs }: Sample): HTMLElement {
  return element(
    'li',
    { class: 'check' },
    element(
      'p',
      { class: 'check-title' },
      error !== undefined && statusMark('error'),
      element('b', {}, `Answer ${label}`),
      element('span', { class: 'faint' }, formatDuration(durationMs)),
    ),
    prompt !== undefined && fold('What was asked', () => foldedText(prompt, 'text')),
    ...toolCalls.map(toolCallView),
    foldedText(error ?? output ?? '', 'text'),
  );
}
