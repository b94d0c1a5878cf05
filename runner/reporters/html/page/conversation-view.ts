import type { CaseInput, CaseResult, MessageContent, ToolCall, Turn } from '../../../contract/index.ts';
import type { Json } from '../../../values/index.ts';
import { formatDuration } from '../../../values/index.ts';
import { type Child, element } from './element.ts';
import { statusMark } from './status-look.ts';
import { fold, foldedText, labelled, valueView } from './value-view.ts';

/** What was said: the turns of a conversation, or the messages of a single call and its answer. */
export function conversationView(result: CaseResult): HTMLElement | undefined {
  const said = result.turns === undefined || result.turns.length === 0 ? callView(result) : result.turns.map(turnView);
  return said.length === 0 ? undefined : element('div', { class: 'talk' }, ...said);
}

function callView({ input, output, toolCalls, durationMs, kind, status }: CaseResult): HTMLElement[] {
  if (kind === 'script') return [];
  const answered = output !== undefined || toolCalls.length > 0;
  return [
    ...messagesOf(input).map(({ role, content }) =>
      bubble(role === 'user' ? 'user' : 'agent', { who: role, text: contentView(content) }),
    ),
    ...toolCalls.map(toolCallView),
    ...(answered || (status === 'passed' && kind !== 'consistency')
      ? [answerBubble({ output, durationMs, who: kind === 'experiment' ? 'output' : 'agent' })]
      : []),
  ];
}

function turnView(turn: Turn): HTMLElement {
  const { input, output, response, error, durationMs, origin, simulatorMs, reasoning } = turn;
  const who = origin === 'simulator' ? 'simulated user' : 'user';
  const took = simulatorMs === undefined ? undefined : formatDuration(simulatorMs);
  const content = response?.content ?? '';
  const answer: Json | undefined = content === '' ? (response?.next ?? output) : content;
  return element(
    'div',
    { class: 'turn', role: 'group', 'aria-label': `Turn ${turn.turn}` },
    element('p', { class: 'turn-number' }, `Turn ${turn.turn}`),
    bubble('user', { who, took, text: contentView(input) }),
    reasoning !== undefined && fold('Why the simulator said this', () => foldedText(reasoning, 'text')),
    ...(response?.toolCalls ?? []).map(toolCallView),
    error === undefined
      ? answerBubble({ output: answer, durationMs, who: 'agent' })
      : bubble('broken', { who: 'agent', took: formatDuration(durationMs), text: foldedText(error, 'text') }),
    content !== '' && isData(response?.next) && labelled('Data of the next hook', valueView(response?.next)),
    ...turn.checkpointsReached.map((id) =>
      element('p', { class: 'reached' }, statusMark('passed'), 'checkpoint', element('b', {}, id), 'reached'),
    ),
  );
}

function isData(next: Json | undefined): boolean {
  return next !== undefined && next !== null && next !== '';
}

type Bubble = { who: string; took?: string | undefined; text: Child };

function answerBubble(answer: { output: Json | undefined; durationMs: number; who: string }): HTMLElement {
  const { output, durationMs, who } = answer;
  const empty = output === undefined || output === '' || output === null;
  const text = empty ? element('p', { class: 'faint' }, 'no text') : valueView(output);
  return bubble('agent', { who, took: formatDuration(durationMs), text });
}

function bubble(side: 'user' | 'agent' | 'broken', { who, took, text }: Bubble): HTMLElement {
  const heading = took === undefined ? who : `${who} · ${took}`;
  return element('div', { class: `bubble ${side}` }, element('p', { class: 'who' }, heading), text);
}

export function toolCallView({ tool, server, arguments: given, result, error, durationMs }: ToolCall): HTMLElement {
  const name = server === undefined ? tool : `${server}.${tool}`;
  const brief = given === undefined ? '' : JSON.stringify(given);
  const summary = element(
    'span',
    { class: 'tool' },
    statusMark(error === undefined ? 'passed' : 'error'),
    element('span', { class: 'faint' }, 'tool '),
    element('b', {}, name),
    element('span', { class: 'code brief' }, brief),
    durationMs !== undefined && element('span', { class: 'faint' }, formatDuration(durationMs)),
  );
  const content = (): HTMLElement =>
    element(
      'div',
      { class: 'pair' },
      labelled('Arguments', valueView(given ?? {})),
      error === undefined ? labelled('Result', valueView(result)) : labelled('Error', valueView(error)),
    );
  return element('div', { class: 'call' }, fold(summary, content));
}

function messagesOf(input: CaseInput | undefined): { role: string; content: MessageContent }[] {
  if (input === undefined) return [];
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return Array.isArray(input) ? input : [input];
}

function contentView(content: MessageContent): HTMLElement {
  if (typeof content === 'string') return valueView(content);
  const parts = content ?? [];
  return element(
    'div',
    { class: 'parts' },
    ...parts.map((part) =>
      part.type === 'text'
        ? valueView(part.text)
        : fold(attachmentName(part), () => foldedText(pretty(part), 'text code')),
    ),
  );
}

function attachmentName(part: Exclude<MessageContent, string | null>[number]): string {
  const source = 'source' in part ? part.source : undefined;
  return `[${part.type}${source === undefined ? '' : ` ${source.split('/').at(-1)}`}]`;
}

function pretty(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
