import type { AgentValidation, AssertionResult, CaseResult } from '../../../contract/index.ts';
import { standingOf } from '../../../verdict/index.ts';
import { element } from './element.ts';
import { statusMark } from './status-look.ts';
import { fold, labelled, valueView } from './value-view.ts';

type Checkpoint = NonNullable<CaseResult['checkpoints']>[number];

export function assertionsView(assertions: readonly AssertionResult[]): HTMLElement | undefined {
  if (assertions.length === 0) return undefined;
  return checkList('Assertions', assertions.map(assertionView));
}

export function checkpointsView(checkpoints: readonly Checkpoint[]): HTMLElement | undefined {
  if (checkpoints.length === 0) return undefined;
  return checkList(
    'Checkpoints',
    checkpoints.map((checkpoint) => checkpointView(checkpoint, checkpoints)),
  );
}

function checkList(title: string, items: readonly HTMLElement[]): HTMLElement {
  return element('div', {}, element('h3', {}, title), element('ul', { class: 'checks' }, ...items));
}

function assertionView(assertion: AssertionResult): HTMLElement {
  const { type, status, message, path, place, negate, expected, actual, agentValidation } = assertion;
  const values =
    expected === undefined && actual === undefined
      ? undefined
      : element(
          'div',
          { class: 'pair' },
          expected !== undefined && labelled(negate === true ? 'Expected not' : 'Expected', valueView(expected)),
          labelled('Actual', valueView(actual ?? 'undefined')),
        );
  return element(
    'li',
    { class: 'check' },
    element(
      'p',
      { class: 'check-title' },
      statusMark(status),
      element('b', {}, negate === true ? `not ${type}` : type),
      path !== undefined && element('span', { class: 'code' }, path),
      message !== undefined && element('span', { class: 'message' }, message),
      place !== undefined && element('span', { class: 'code faint' }, place),
    ),
    values !== undefined && (status === 'passed' ? fold('Expected and actual', () => values) : values),
    agentValidation !== undefined && judgeView(agentValidation),
  );
}

function checkpointView(checkpoint: Checkpoint, all: readonly Checkpoint[]): HTMLElement {
  const { id, description, required, after, message, agentValidation } = checkpoint;
  const { status } = standingOf(checkpoint, all, true);
  const facts = [
    reachedWords(checkpoint),
    ...(required ? [] : ['optional']),
    ...(after.length === 0 ? [] : [`after ${after.join(', ')}`]),
  ];
  return element(
    'li',
    { class: 'check' },
    element(
      'p',
      { class: 'check-title' },
      statusMark(status),
      element('b', {}, id),
      description !== undefined && element('span', {}, description),
      element('span', { class: 'faint' }, facts.join(' · ')),
    ),
    message !== undefined && element('p', { class: 'message' }, message),
    agentValidation !== undefined && judgeView(agentValidation),
  );
}

function reachedWords({ reachedAtTurn, outOfOrderAtTurns }: Checkpoint): string {
  if (reachedAtTurn !== undefined) return `reached at turn ${reachedAtTurn}`;
  if (outOfOrderAtTurns.length > 0) return `out of order at turn ${outOfOrderAtTurns.join(', ')}`;
  return 'not reached';
}

function judgeView({ reason, score, input, response, criteria }: AgentValidation): HTMLElement {
  return element(
    'div',
    { class: 'judge' },
    element(
      'p',
      {},
      element('b', {}, score === undefined ? 'Judge: ' : `Judge (score ${score}): `),
      reason === '' ? 'no reason given' : reason,
    ),
    criteria !== undefined && labelled('Criteria', valueView(criteria)),
    input !== undefined && fold('What the judge was asked', () => valueView(input)),
    response !== undefined && fold('What the judge answered', () => valueView(response)),
  );
}
