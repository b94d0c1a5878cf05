import { describe, expect, it } from 'vitest';
import { castToJson, type Json } from '../../../values/index.ts';
import { createA2AAnswer } from './read-answer.ts';

function collectAnswer(...results: Json[]) {
  const progress: string[] = [];
  const answer = createA2AAnswer({
    progress: (text) => {
      progress.push(text);
    },
  });
  for (const result of results) answer.read(result);
  return { ...describeAnswer(answer), progress };
}

function describeAnswer(answer: ReturnType<typeof createA2AAnswer>) {
  return { text: answer.text(), data: answer.data(), files: answer.files(), state: answer.state() };
}

const task = (state: string, rest: object = {}): Json => ({
  task: { id: 't', contextId: 'c', status: { state }, ...rest },
});
const status = (state: string, text?: string): Json => ({
  statusUpdate: {
    taskId: 't',
    contextId: 'c',
    status: { state, ...(text === undefined ? {} : { message: saying(text) }) },
  },
});
const artifact = (id: string, parts: Json[], append = false): Json => ({
  artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: id, parts }, append },
});
const saying = (text: string) => ({ messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] });

describe('an answer of an A2A agent', () => {
  it('is a message', () => {
    expect(collectAnswer({ message: { ...saying('hi'), contextId: 'c' } })).toMatchObject({
      text: 'hi',
      state: 'completed',
    });
    const old = { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] };
    expect(collectAnswer(old)).toMatchObject({ text: 'hi', state: 'completed' });
  });

  it('is a task: its artifacts, and what it says when it is done, are the text', () => {
    const artifacts = [
      { artifactId: 'a', parts: [{ text: 'one' }, { text: 'two' }] },
      { artifactId: 'b', parts: [{ text: 'three' }] },
    ];
    const completedTask = task('TASK_STATE_COMPLETED', {
      status: { state: 'TASK_STATE_COMPLETED', message: saying('done') },
      artifacts,
    });
    expect(collectAnswer(completedTask).text).toBe('onetwo\n\nthree\n\ndone');
  });

  it('comes in pieces that go on with one another, while it says how far it is', () => {
    const { text, progress } = collectAnswer(
      task('TASK_STATE_SUBMITTED'),
      status('TASK_STATE_WORKING', 'searching'),
      artifact('a', [{ text: 'Bo' }]),
      artifact('a', [{ text: 'nn' }], true),
      status('TASK_STATE_COMPLETED'),
    );
    expect([text, progress]).toEqual(['Bonn', ['searching']]);
  });

  it('in the words of 0.3 is the same', () => {
    const { text, state } = collectAnswer(
      { kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted' } },
      {
        kind: 'artifact-update',
        taskId: 't',
        contextId: 'c',
        artifact: { artifactId: 'a', parts: [{ kind: 'text', text: 'x' }] },
      },
      { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'input-required' }, final: true },
    );
    expect([text, state]).toEqual(['x', 'input-required']);
  });

  it('has data, and names files without reading them', () => {
    const parts = [{ data: { n: 1 } }, { raw: 'AA==', filename: 'a.png' }, { url: 'http://x/b' }];
    const old = [
      { kind: 'data', data: { n: 1 } },
      { kind: 'file', file: { name: 'a.png', bytes: 'AA==' } },
    ];
    const completeTask = (list: unknown[]) =>
      task('TASK_STATE_COMPLETED', { artifacts: [{ artifactId: 'a', parts: castToJson(list) }] });
    expect(collectAnswer(completeTask(parts))).toMatchObject({ data: { n: 1 }, files: ['a.png', 'http://x/b'] });
    expect(collectAnswer(completeTask(old))).toMatchObject({ data: { n: 1 }, files: ['a.png'] });
    expect(collectAnswer(completeTask([{ data: 1 }, { data: [2] }])).data).toEqual([1, [2]]);
    const bridged = { kind: 'data', data: { value: [2] }, metadata: { data_part_compat: true } };
    expect(collectAnswer(completeTask([bridged])).data).toEqual([2]);
  });

  it('may be what it added to the history', () => {
    const history = [{ messageId: 'u', role: 'ROLE_USER', parts: [{ text: 'q' }] }, saying('a')];
    expect(collectAnswer(task('TASK_STATE_COMPLETED', { history })).text).toBe('a');
  });

  it.each<[string, Json[], string]>([
    [
      'another task',
      [task('TASK_STATE_WORKING'), { task: { id: 'u', status: { state: 'working' } } }],
      'update 2 of its answer is wrong: the update belongs to the task "u", but the answer is the task "t"',
    ],
    [
      'something after the end',
      [task('TASK_STATE_COMPLETED'), status('TASK_STATE_WORKING')],
      'update 2 of its answer is wrong: the task is completed already',
    ],
    ['a message after a task', [task('TASK_STATE_WORKING'), { message: saying('x') }], 'a message cannot update it'],
    ['anything after a message', [{ message: saying('x') }, status('TASK_STATE_WORKING')], 'so nothing may follow it'],
    [
      'an artifact that has not begun',
      [task('TASK_STATE_WORKING'), artifact('a', [{ text: 'x' }], true)],
      'the update continues the artifact "a", which has not begun',
    ],
    [
      'a state that is none',
      [task('TASK_STATE_DREAMING')],
      'update 1 of its answer is wrong: "status.state" must be "submitted"',
    ],
    [
      'a part that is empty',
      [{ message: { ...saying(''), parts: [{}] } }],
      '"parts[0]": is a part without text, data or file',
    ],
    ['something else', [{ choices: [] }], 'neither a task nor a message'],
  ])('is wrong with %s', (_what, results, message) => {
    expect(() => collectAnswer(...results)).toThrow(message);
  });
});
