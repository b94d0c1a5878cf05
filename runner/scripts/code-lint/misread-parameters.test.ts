import { expect, it } from 'vitest';
import { findChangedResult, findMembersOfText, findUnchangedState } from './misread-parameters.ts';

const membersOf = (body: string, parameter = 'output: any') =>
  findMembersOfText({ text: `\nexport function A(${parameter}) {\n  ${body}\n}\n`, name: 'A' });

it('finds a function that reads the text of an answer as a member of it', () => {
  const wrong = [
    'return { pass: !/@/.test(output.content) };',
    "return !String(output.content?.text).includes('@');",
    "return !(output?.content ?? '').includes('@');",
    'const { content = null, usage } = output;\n  return content === null;',
    'return { pass: !/@/.test((output as any).content), message: `one in $'.concat('{output}` };'),
  ];
  const message = 'A reads output.content, but the answer is a text, which has no content; use output itself';
  expect(wrong.map((body) => membersOf(body))).toEqual(wrong.map(() => ({ line: 2, message })));
  expect(membersOf('return !/@/.test(content);', '{ content }: any')).toEqual({ line: 2, message });
  expect(membersOf('return answer.choices[0].message.content.length < 99;', 'answer')?.message).toContain(
    'answer.choices',
  );
});

it('finds nothing in a function that may rightly be called with a text', () => {
  const right = [
    "return !output.includes('@');",
    "return !(output.content ?? output).includes('@');",
    "const text = typeof output === 'string' ? output : output.content; return text !== '';",
    'const data = JSON.parse(output); return data.content !== null;',
    'return more.turns.every(({ output }) => output.content !== null);',
    'return output.error === undefined;',
    'const { length } = output; return length < 99;',
    'const { error } = output; return error === undefined;',
  ];
  expect(right.flatMap((body) => membersOf(body) ?? [])).toEqual([]);
});

const unchanged = (body: string, name = 'DeleteNote') =>
  findUnchangedState({ text: `function ${name}({ id }, state: State) {\n  ${body}\n}\n`, name });

it('finds a mock that removes something only from a copy', () => {
  const message =
    'DeleteNote filters state.notes, but changes nothing of the state; write "state.notes = state.notes.filter(…)"';
  const rest = 'const rest = state.notes.filter((note) => note.id !== id);';
  expect(unchanged(`${rest}\n  return { ok: true, left: rest.length };`)).toEqual({ line: 1, message });
  const right = [
    unchanged(`${rest}\n  state.notes = rest;\n  return { ok: true };`),
    unchanged(`${rest}\n  state.notes.splice(0, state.notes.length, ...rest);`),
    unchanged(`${rest}\n  save(state, rest);`),
    unchanged(
      'const own = state.notes.filter((note) => note.id === id);\n  for (const note of own) note.deleted = true;',
    ),
    unchanged("const own = state.notes.filter((note) => note.id === id);\n  own[0]['gone'] = true;"),
    unchanged('return { error: state.notes.length };'),
    unchanged('const own = state.notes.filter((note) => note.id === id);\n  return { ok: own.length > 0 };'),
    unchanged(`${rest}\n  return rest;`, 'FindOthers'),
  ];
  expect(right.filter((warning) => warning !== undefined)).toEqual([]);
});

it('finds a hook that changes the result', () => {
  const changed = (body: string) =>
    findChangedResult({ text: `export function After(ctx, testCase, result, data) {\n  ${body}\n}\n`, name: 'After' });
  const message = 'After changes result.status, which has no effect: only assertions decide; use a "script" assertion';
  expect(changed("if (data.open) result.status = 'failed';")).toEqual({ line: 1, message });
  expect(changed("result.error ??= 'still open';")?.message).toContain('result.error');
  const right = [
    "if (result.status === 'failed') log(data);",
    'data.result.status = 1;',
    'const own = (r) => result.a;',
  ];
  expect(right.flatMap((body) => changed(body) ?? [])).toEqual([]);
});
