import { evaluateAtOnce } from '../runner/assertions/evaluate-assertion.ts';
import type { Assertion, Checkpoint, DynamicCase, ToolCall } from '../runner/contract/index.ts';
import type { JudgeAssertion } from '../runner/kinds/attempt/judge.ts';
import { subjectOfConversation, subjectOfTurn } from '../runner/kinds/attempt/subjects.ts';
import { createCheckpointBoard } from '../runner/kinds/dynamic/checkpoints.ts';
import { createWholeRules } from '../runner/kinds/dynamic/whole-rules.ts';
import { report } from './measure.ts';

const TURNS = 200;
const TRIES = 60;
const WARM_UP = 20;
const words = 'The order is on its way and will be with you on Friday, if nothing comes between. '.repeat(3);

/** Judges a conversation of 200 turns and 400 calls by 30 rules: what that adds to having it. */
export async function judging(): Promise<void> {
  const turns = Array.from({ length: TURNS }, (_, index) => ({
    turn: index + 1,
    response: { content: `${words}${index}`, toolCalls: [callOf('get_order', index), callOf('note', index)] },
  }));
  const subjects = turns.map((turn) => ({ turn: turn.turn, subject: subjectOfTurn(turn) }));
  const times: number[] = [];
  let before = process.cpuUsage();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt === WARM_UP) before = process.cpuUsage();
    const started = performance.now();
    await judgeOnce(turns, subjects);
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const sorted = times.slice(WARM_UP).toSorted((left, right) => left - right);
  report('200 turns and 400 calls judged by 30 rules', {
    firstMs: times[0] ?? 0,
    bestMs: sorted[0] ?? 0,
    // That stays the same while others use the machine.
    cpuMs: (user + system) / 1000 / (TRIES - WARM_UP),
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
  });
}

type Turns = { turn: number; response: { content: string; toolCalls: ToolCall[] } }[];
type Subjects = { turn: number; subject: ReturnType<typeof subjectOfTurn> }[];

async function judgeOnce(turns: Turns, subjects: Subjects): Promise<void> {
  const emit = (): void => undefined;
  const judge: JudgeAssertion = ({ assertion, subject, terse }) => {
    const result = evaluateAtOnce({ assertion, subject, terse });
    if (result === undefined) throw new Error('nobody is asked here');
    return result;
  };
  const board = createCheckpointBoard(rules.checkpoints, {});
  const whole = createWholeRules(rules, emit);
  for (const seen of subjects) {
    await board.check({ judge, emit }, seen);
    if ((await whole.afterTurn(judge, seen)) !== undefined) throw new Error('nothing forbidden was said');
  }
  await whole.atEnd(judge, { turn: TURNS, subject: subjectOfConversation('hello', turns) });
}

function callOf(tool: string, id: number): ToolCall {
  return { tool, arguments: { id, kind: 'standard' }, result: { status: 'sent', items: [1, 2, 3] } };
}

const rules: Pick<DynamicCase, 'never' | 'assertions'> & { checkpoints: Checkpoint[] } = {
  never: [
    ...['password', 'secret', 'refund of', 'system prompt', 'lawyer'].map(
      (value): Assertion => ({ type: 'contains', value }),
    ),
    ...['\\bSSN\\b', '[0-9]{16}'].map((value): Assertion => ({ type: 'regex', value })),
    ...['delete_all', 'refund', 'cancel'].map((value): Assertion => ({ type: 'tool_called', value })),
  ],
  assertions: [
    { type: 'contains', value: 'Friday', on: 'every' },
    { type: 'not_contains', value: 'sorry' },
    { type: 'regex', value: '[Ff]riday', on: 'every' },
    { type: 'contains', value: '199' },
    { type: 'tool_called', value: 'get_order', times: 200 },
    { type: 'tool_called', value: { name: 'note', arguments: { id: 7 } } },
    { type: 'tools', match: 'only', calls: [{ name: 'get_order' }, { name: 'note' }] },
    { type: 'tools', match: 'any_order', calls: [{ name: 'note', arguments: { id: 3 } }] },
    { type: 'limits', turns: 300, tool_calls: 500 },
    { type: 'tool_called', value: 'refund', times: 0 },
  ],
  checkpoints: [
    ...[20, 60, 100, 140, 180].map((id): Checkpoint => ({ ...base(`at ${id}`), assert: [called(id)] })),
    ...['password', 'secret', 'refund of', 'lawyer', 'sorry'].map(
      (value): Checkpoint => ({ ...base(`no ${value}`), assert: [{ type: 'not_contains', value }] }),
    ),
  ],
};

function base(id: string): Omit<Checkpoint, 'assert'> {
  return { id, after: [], required: true };
}

function called(id: number): Assertion {
  return { type: 'tool_called', value: { name: 'get_order', arguments: { id } } };
}
