import { describe, expect, it } from 'vitest';
import { assertionTypes } from '../contract/index.ts';
import { parseCases } from './parse-cases.ts';

/** Returns the problems of a file with one case, as `column: message`. */
function parseProblems(text: string): string[] {
  const { problems } = parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
  return problems.map(({ column, message, suggestion }) =>
    suggestion === undefined ? `${column}: ${message}` : `${column}: ${message} (${suggestion}?)`,
  );
}

describe('an assertion that could not be made', () => {
  it.each([
    ['{"type":"equals"}', '32: "assert.value" is missing'],
    ['{"type":"not_contains"}', '32: "assert.value" is missing'],
    ['{"type":"regex","value":"a","pattern":"b"}', '32: regex needs exactly one of `value` and `pattern`'],
    ['{"type":"json_path","path":"a"}', '32: "assert.value" is missing'],
    ['{"type":"json_path","value":1}', '32: "assert.path" is missing'],
    [
      '{"type":"json_path","path":"$.a[?@.x]","value":1}',
      '59: unsupported JSON path "$.a[?@.x]": a filter is written ?(…), with parentheses',
    ],
    [
      '{"type":"type"}',
      '32: "assert.value" is missing; it must be one of string, number, integer, boolean, array, object, null',
    ],
    [
      '{"type":"type","value":"strin"}',
      '55: "assert.value" must be one of string, number, integer, boolean, array, object, null, not "strin" (string?)',
    ],
    [
      '{"type":"type","value":"string","path":"$..b"}',
      '71: unsupported JSON path "$..b": ".." (search at any depth) is not supported',
    ],
    ['{"type":"tool_called"}', '32: tool_called needs exactly one of `value` and `name`'],
    ['{"type":"tool_called","name":"a","value":"b"}', '32: tool_called needs exactly one of `value` and `name`'],
    [
      '{"type":"tool_called","value":"a","arguments":{}}',
      '32: `arguments` beside `value` would be ignored; write value: {"name": …, "arguments": …}',
    ],
    ['{"type":"tool_called","value":[]}', '62: "assert.value" must not be empty'],
    ['{"type":"tool_called","name":""}', '61: "assert.name" must not be empty'],
    ['{"type":"tool_result"}', '32: "assert.value" is missing'],
    ['{"type":"tool_result","value":"x"}', '62: "assert.value" must be an object, not "x"'],
    ['{"type":"tool_result","value":{"result":1}}', '62: "assert.value.tool" is missing'],
    [
      '{"type":"tool_result","value":{"tool":"t","result":{"a":"regex:("}}}',
      '62: invalid regex "(": missing closing ): `(`',
    ],
    ['{"type":"snapshot","negate":true}', '60: a negated snapshot would accept every other answer'],
    [
      '[{"type":"snapshot"},{"type":"snapshot"}]',
      '53: two snapshots are called "output"; give this one another "name"',
    ],
    ['{"type":"script"}', '32: script needs exactly one of `script` and `use`'],
    ['{"type":"script","script":"a.B","use":"c.D"}', '32: script needs exactly one of `script` and `use`'],
    [
      '{"type":"script","use":"agents:x"}',
      '55: a script assertion needs a script, not agents:x; type "agent" asks agents',
    ],
    [
      '{"type":"script","script":"scripts.Check"}',
      '58: "scripts.Check" names no module and function; write scripts.module.Function',
    ],
    [
      '{"type":"agent"}',
      '32: the judge has no criterion; describe in "value" what must be true of the answer or conversation',
    ],
    [
      '{"type":"agent","use":null,"value":"x"}',
      '48: "use": null names no judge; leave the key out for the built-in judge',
    ],
    ['{"type":"agent","use":"agents:","value":"x"}', '54: `use` names no agent; leave it out for the built-in judge'],
    [
      '{"type":"agent","use":"scripts:x.Y","value":"x"}',
      '54: an agent assertion needs an agent, not scripts:x.Y; type "script" calls scripts',
    ],
    ['{"type":"agent","use":"x","options":{"metdata":{}}}', '69: unknown key "metdata" (metadata?)'],
    ['{"type":"contains","value":1,"negate":"yes"}', '70: "assert.negate" must be true or false, not "yes"'],
    ['{"type":"contains","value":1,"message":5}', '71: "assert.message" must be a text, not the number 5'],
    ['{"value":1}', `32: "assert.type" is missing; it must be one of ${assertionTypes.join(', ')}`],
    ['5', '32: "assert" must be an object or a list, not the number 5'],
    ['[[]]', '33: "assert[0]" must be an object, not a list'],
  ])('is refused: %s', (assertion, expected) => {
    expect(parseProblems(`{"id":"a","input":"x","assert":${assertion}}`)).toEqual([expected]);
  });
});

describe('a part of a message that nobody could send', () => {
  it.each([
    ['{"type":"image"}', '31: "input.content[0]": an image needs "source" ("file://…") or "url"'],
    ['{"type":"image","url":"file://a"}', '53: "input.content[0]": files go into "source", not "url"'],
    ['{"type":"file"}', '31: "input.content[0]": a file needs "source" ("file://…"), "url" or "file"'],
    ['{"type":"audio"}', '31: "input.content[0]": audio needs "source" ("file://…"), or "data" with "format"'],
    [
      '{"type":"vide"}',
      '39: "input.content[0].type" must be one of text, image, image_url, audio, input_audio, file, data, not "vide"',
    ],
    ['{"type":"text"}', '31: "input.content[0].text" is missing'],
    ['{"type":"data"}', '31: "input.content[0].data" is missing'],
    ['"x"', '31: "input.content[0]" must be an object, not "x"'],
  ])('is refused: %s', (field, expected) => {
    expect(parseProblems(`{"id":"a","input":{"content":[${field}]}}`)).toEqual([expected]);
  });
});

describe('a field of the wrong kind', () => {
  it.each([
    ['"input":[5]', '"input[0]" must be an object, not the number 5', 20],
    ['"input":null', '"input" is missing', 1],
    ['"input":"x","max_turns":0', '"max_turns" must be greater than 0', 35],
    ['"input":"x","max_turns":1.5', '"max_turns" must be a whole number, not the number 1.5', 35],
    ['"input":"x","tags":"t"', '"tags" must be a list, not "t"', 30],
    ['"input":"x","tags":[1]', '"tags[0]" must be a text, not the number 1', 31],
    ['"input":"x","metadata":[]', '"metadata" must be an object, not a list', 34],
    ['"input":"x","options":{"conector":"x"}', 'unknown key "conector" (connector?)', 34],
    ['"input":"x","options":{"skip":{"x":true}}', 'unknown key "x"', 42],
    ['"input":"x","timeout":5', '"timeout" must be a text, not the number 5', 33],
    ['"input":"x","user":5', '"user" must be a text, not the number 5', 30],
    ['"input":"x","before":5', '"before" must be a text, not the number 5', 32],
    ['"input":"x","simulator":5', '"simulator" must be a text or an object, not the number 5', 35],
    ['"input":"x","simulator":{}', '"simulator" needs "goal" for the built-in user, or "use" for an agent', 35],
    ['"checkpoints":{}', '"checkpoints" must be a list, not an object', 25],
    ['"checkpoints":[5]', '"checkpoints[0]" must be an object, not the number 5', 26],
    ['"checkpoints":[{"id":"c"}]', '"checkpoints[0].assert" is missing', 26],
    ['"checkpoints":[{"assert":{"type":"equals","value":1}}]', '"checkpoints[0].id" is missing', 26],
    ['"checkpoints":[{"id":"c","assert":[]}]', 'an empty list of assertions checks nothing', 45],
    [
      '"checkpoints":[{"id":"c","assert":{"type":"regex","value":"("}}]',
      'invalid regex "(": missing closing ): `(`',
      69,
    ],
    [
      '"checkpoints":[{"id":"c","assert":{"type":"equals","value":1},"after":"b"}]',
      '"checkpoints[0].after" must be a list, not "b"',
      81,
    ],
    [
      '"checkpoints":[{"id":"c","assert":{"type":"equals","value":1},"requird":true}]',
      'unknown key "requird" (required?)',
      73,
    ],
  ])('is refused: %s', (fields, message, column) => {
    expect(parseProblems(`{"id":"a",${fields}}`)).toEqual([`${column}: ${message}`]);
  });
});

describe('a line that is not JSON', () => {
  it.each([
    ['[{"id":"a"}]', '1: expected an object, found a list: "[{\\"id\\":\\"a\\"}]"; put a list into a .json file'],
    ['"x"', '1: expected an object, found "\\"x\\""'],
    ['/* why */', '1: comments start with //, found "/* why */"'],
    ['{"id":"a","input":"x"} more', '24: unexpected "more" after the object'],
    ['{"id" "a"}', '7: a colon is missing before "\\"a\\""'],
    ['{"id":}', '7: expected a value, found "}"'],
    ['{id:"a"}', '2: found "id"; keys and texts need double quotes, other values are numbers, true, false and null'],
    [
      '{"id":None}',
      '7: found "None"; keys and texts need double quotes, other values are numbers, true, false and null',
    ],
    ['{"id":"\\x"}', '7: "\\"\\\\x\\"" has an escape that JSON does not know'],
    ['{"id":"a\tb"}', '7: control characters in a text must be escaped'],
  ])('is refused: %s', (text, expected) => {
    expect(parseProblems(text)).toEqual([expected]);
  });
});

describe('a number that JavaScript cannot hold', () => {
  const inexactProblem = (number: string) =>
    `${number} cannot be represented exactly as a number; write it as a text, because such a number in an answer is compared as a text, too: "${number}"`;
  const check = (value: string) => `"assert":{"type":"json_path","path":"id","value":${value}}`;

  it.each([
    [`"input":"x",${check('9007199254740993')}`, '9007199254740993'],
    [`"input":"x","mocks":{"a":{"when":{"id":-12345678901234567},"result":1}}`, '-12345678901234567'],
    [`"input":"x","metadata":{"k":[1, 100000000000000000001]}`, '100000000000000000001'],
  ])('is refused where it stands: %s', (fields, number) => {
    const text = `{"id":"a",${fields}}`;
    expect(parseProblems(text)).toContain(`${text.indexOf(number) + 1}: ${inexactProblem(number)}`);
  });

  it('is found behind comments, in lists, and in lines like those before', () => {
    const commentedCase = `{"id":"a",\n// don't say "\n"input":"x",${check('9007199254740993')}}`;
    expect(parseProblems(commentedCase)).toEqual([`62: ${inexactProblem('9007199254740993')}`]);
    const similarLines = ['1', '2', '3', '4', '5', '9007199254740993'].map(
      (value, index) => `{"id":"a${index}","input":"x",${check(value)}}`,
    );
    expect(parseProblems(similarLines.join('\n'))).toEqual([
      `${(similarLines.at(-1) ?? '').indexOf('9007') + 1}: ${inexactProblem('9007199254740993')}`,
    ]);
  });

  it.each(['9007199254740992', '"9007199254740993"', '0.12345678901234567890', '1e300'])('is not %s', (value) => {
    expect(parseProblems(`{"id":"a","input":"x",${check(value)}}`)).toEqual([]);
  });
});

describe('a key that stands twice', () => {
  const twice = 'appears twice in one object, and only the last would be used; keep one';

  it.each([
    ['"input":"x","assert":{"type":"contains","value":"a"},"assert":{"type":"contains","value":"b"}', '64', 'assert'],
    ['"input":"x","input":"y"', '23', 'input'],
    ['"input":"x","id":"b"', '23', 'id'],
    ['"input":"x","assert":{"type":"contains","value":"a","value" : "b"}', '63', 'value'],
    ['"input":"a \\"b\\": c","metadata":{"k\\\\":[{"a":1,"a":2}]}', '58', 'a'],
    ['"input":"x","expected":1,"expected":2', '36', 'expected'],
    [
      '"checkpoints":[{"id":"c","assert":{"type":"equals","value":1},"assert":{"type":"equals","value":2}}]',
      '73',
      'assert',
    ],
  ])('is refused: %s', (fields, column, key) => {
    expect(parseProblems(`{"id":"a",${fields}}`)).toEqual([`${column}: "${key}" ${twice}`]);
  });

  it('is only one when both are in the same object', () => {
    const check = '{"type":"contains","value":"\\"assert\\": \\"input\\""}';
    expect(
      parseProblems(`{"id":"a","checkpoints":[{"id":"b","assert":${check}},{"id":"c","assert":${check}}]}`),
    ).toEqual([]);
  });

  it('is named with its line', () => {
    const text = '{"id":"a","input":"x"}\n{\n  "id":"b",\n  // the question\n  "input":"x",\n  "input":"y"\n}';
    const { problems } = parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
    expect(problems).toMatchObject([{ line: 6, column: 3, message: `"input" ${twice}` }]);
  });
});

describe('an `assert` beside an `expected`', () => {
  const missingIn = (fields: string) =>
    parseCases({ text: `{"id":"a","input":"x",${fields}}`, file: 's.jsonl', hashOf: () => 'hash' });

  it('must not refuse it: the case runs, and the contradiction is said', () => {
    const { cases, problems, missing } = missingIn(
      '"expected":"12 apples","assert":[{"type":"contains","value":"apples"},{"type":"equals","value":"12"}]',
    );
    expect([cases.length, problems]).toEqual([1, []]);
    expect(missing).toMatchObject([
      {
        caseId: 'a',
        column: 93,
        message: '"expected" would fail this assertion: expected output to equal "12", got "12 apples"',
      },
    ]);
  });

  it.each([
    '"expected":"12","assert":{"type":"regex","value":"^a"}',
    '"expected":{"a":1},"assert":{"type":"json_path","path":"a","value":2}',
    '"expected":"12","assert":{"type":"contains","value":"1","negate":true}',
    '"expected":"12","assert":{"type":"not_contains","value":"1"}',
    '"expected":[1],"assert":{"type":"type","value":"object"}',
  ])('is contradicted in %s', (fields) => {
    expect(missingIn(fields).missing).toHaveLength(1);
  });

  it.each([
    '"expected":"12","assert":{"type":"regex","value":"^1"}',
    '"expected":{"a":1},"assert":{"type":"json_path","path":"a","value":1}',
    '"expected":"12","assert":{"type":"tool_called","value":"count"}',
    '"expected":"12","assert":{"type":"agent","use":"judge"}',
    '"assert":{"type":"contains","value":"1"}',
  ])('agrees in %s', (fields) => {
    expect(missingIn(fields).missing).toEqual([]);
  });
});

describe('a simulator that is a list', () => {
  const parseFields = (fields: string) =>
    parseCases({ text: `{"id":"a",${fields}}`, file: 's.jsonl', hashOf: () => 'hash' });

  it('is what the user says, turn by turn', () => {
    const { cases, problems } = parseFields(
      '"simulator":["hello",{"input":"again","assert":{"type":"contains","value":"a"}}]',
    );
    expect(problems).toEqual([]);
    expect(cases).toMatchObject([{ kind: 'dynamic', turns: [{ input: 'hello' }, { input: 'again', assert: [{}] }] }]);
    expect(cases[0]?.simulator).toBeUndefined();
  });

  it.each([
    ['"simulator":["hello"]', '1: nothing in this conversation can fail; it needs'],
    ['"simulator":[],"assert":{"type":"contains","value":"a"}', '"simulator" must not be empty'],
    [
      '"simulator":["x"],"turns":["y"],"assert":{"type":"contains","value":"a"}',
      '23: "turns" and a list as "simulator"',
    ],
    ['"simulator":[{"input":"x","assert":{"type":"regex","value":"("}}]', '70: invalid regex "("'],
  ])('is checked like turns: %s', (fields, problem) => {
    expect(parseProblems(`{"id":"a",${fields}}`).join()).toContain(problem);
  });
});

describe('rules that no conversation can keep together', () => {
  const checkpoint = (assertion: string, fields = '') => `"checkpoints":[{"id":"c","assert":${assertion}${fields}}]`;
  const refund = '{"type":"tool_called","value":"refund"}';
  const contradiction = (rulePosition: string, other: string): unknown =>
    expect.stringContaining(
      `${rulePosition} forbids what ${other} requires, so the case could not pass; leave one of them out`,
    );

  it.each([
    [`"never":${refund},${checkpoint(refund)}`, '"never"', 'checkpoint "c"'],
    [
      `"never":${refund},${checkpoint('{"type":"tool_called","name":"refund","arguments":{"id":1}}')}`,
      '"never"',
      'checkpoint "c"',
    ],
    [`"assert":{"type":"tool_called","value":"refund","times":0},${checkpoint(refund)}`, '"assert"', 'checkpoint "c"'],
    [
      `"assert":{"type":"tool_called","value":"refund","negate":true},${checkpoint(refund)}`,
      '"assert"',
      'checkpoint "c"',
    ],
    [
      `"assert":${refund},${checkpoint('{"type":"tool_called","value":"refund","times":0}')}`,
      'checkpoint "c"',
      '"assert"',
    ],
    [
      `"turns":[{"input":"x","assert":{"type":"contains","value":"sorry"}}],"never":{"type":"contains","value":"sorry"}`,
      '"never"',
      'turn 1',
    ],
    [
      `"assert":[{"type":"not_contains","value":"so"},{"type":"contains","value":"so what"}],"turns":["x"]`,
      '"assert"',
      '"assert"',
    ],
  ])('are refused: %s', (fields, rulePosition, other) => {
    expect(parseProblems(`{"id":"a","input":"x",${fields}}`)).toEqual([contradiction(rulePosition, other)]);
  });

  it.each([
    `"never":{"type":"tool_called","name":"refund","arguments":{"id":2}},${checkpoint(refund)}`,
    `"never":{"type":"tool_called","value":"refund","times":2},${checkpoint(refund)}`,
    `"never":{"type":"tool_called","value":"refund","succeeded":false},${checkpoint(refund)}`,
    `"never":${refund},${checkpoint('{"type":"tool_called","value":["refund","pay"]}')}`,
    `"never":${refund},"assert":{"type":"contains","value":"x"},${checkpoint(refund, ',"required":false')}`,
    `"assert":{"type":"tool_called","value":"refund","times":{"max":0}},${checkpoint('{"type":"contains","value":"x"}')}`,
    '"never":{"type":"contains","value":"so what"},"assert":{"type":"contains","value":"so"}',
    '"never":{"type":"contains","value":"so","ignore_case":true},"turns":[{"input":"x","assert":{"type":"contains","value":"no"}}]',
  ])('are no contradiction: %s', (fields) => {
    expect(parseProblems(`{"id":"a","input":"x",${fields}}`)).toEqual([]);
  });
});

describe('a rule that looks as if it checked something', () => {
  const parseWarnings = (text: string): string[] => {
    const { problems, warnings } = parseCases({ text, file: 's.jsonl', hashOf: () => 'hash' });
    expect(problems).toEqual([]);
    return warnings.map(({ message }) => message);
  };
  const caseWithRule = (rule: string, fields: string) =>
    parseWarnings(`{"id":"a",${fields},"assert":[${rule},{"type":"equals","value":"b"}]}`).join();
  const deletion = '{"type":"tool_called","value":"delete","negate":true}';

  it.each([
    [`"turns":["x"],"never":${deletion}`, 'a negated check in "never" forbids the opposite'],
    ['"turns":["x"],"never":{"type":"not_contains","value":"so"}', 'a negated check in "never"'],
    [
      '"turns":["x"],"assert":[{"type":"not_contains","value":"so","on":"any"},{"type":"contains","value":"a"}]',
      'passes as soon as one turn does not match it',
    ],
    ['"input":"x","metadata":{"assert":{"type":"contains","value":"a"}}', '"assert" in "metadata" checks nothing'],
    ['"input":"x","options":{"metadata":{"never":[{"type":"regex"}]}}', '"never" in "metadata" checks nothing'],
    [
      '"input":"x","metadata":{"checkpoints":[{"id":"a","assert":{"type":"regex"}}]}',
      '"checkpoints" in "metadata" checks nothing',
    ],
    [
      '"input":"x","assert":[{"type":"limits","turns":1},{"type":"contains","value":"a"}]',
      '"turns" checks nothing: there is only 1 turn here',
    ],
    [
      '"turns":["x","y"],"assert":[{"type":"limits","turns":2},{"type":"contains","value":"a"}]',
      '"turns" checks nothing: there are at most 2 turns here',
    ],
    [
      '"input":"x","simulator":"s","max_turns":5,"assert":[{"type":"limits","turns":5},{"type":"contains","value":"a"}]',
      'at most 5 turns',
    ],
    [
      '"turns":["y",{"input":"x","assert":{"type":"limits","turns":3}}],"assert":{"type":"contains","value":"a"}',
      'there is only 1 turn here',
    ],
    [
      '"input":"x","timeout":"10s","assert":[{"type":"limits","duration":"300m"},{"type":"contains","value":"a"}]',
      'ends after its "timeout" of 10s',
    ],
  ])('is a warning: %s', (fields, problem) => {
    expect(parseWarnings(`{"id":"a",${fields}}`)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ['{"type":"limits","turns":1}', '"turns":["x","y"]'],
    ['{"type":"limits","turns":4}', '"simulator":"s","max_turns":5'],
    ['{"type":"limits","turns":6}', '"input":"x","checkpoints":[{"id":"c","assert":{"type":"contains","value":"a"}}]'],
    ['{"type":"limits","duration":"9s"}', '"input":"x","timeout":"10s"'],
    ['{"type":"limits","duration":"3m"}', '"input":"x"'],
    ['{"type":"contains","value":"a"}', '"input":"x","metadata":{"assert":"by hand","never":true,"checkpoints":[1]}'],
    ['{"type":"not_contains","value":"so","on":"last"}', '"turns":["x","y"]'],
    ['{"type":"contains","value":"so","on":"any"}', '"turns":["x","y"]'],
  ])('is left alone: %s', (rule, fields) => {
    expect(caseWithRule(rule, fields)).toBe('');
  });
});
