import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertionTypes } from '../contract/index.ts';
import { AMBIGUOUS_COMMENT_MESSAGE } from './ambiguous-line-break.ts';
import { computeCaseHash } from './case-hash.ts';
import { type ParsedCases, parseCases } from './parse-cases.ts';
import { formatProblem } from './problem.ts';

describe('the cases of a file', () => {
  it('are standard when they have no checkpoints', () => {
    const [testCase] = cases('{"id":"T1","input":"hi","timeout":"1m30s","tags":["smoke"],"expected":{"a":1}}');
    expect(testCase).toEqual({
      kind: 'standard',
      id: 'T1',
      hash: expect.stringMatching(/^[\w-]{12}$/),
      line: 1,
      input: 'hi',
      assertions: [],
      expected: { a: 1 },
      tags: ['smoke'],
      timeoutMs: 90_000,
    });
  });

  it('are dynamic when they have checkpoints, with defaults filled in', () => {
    const [testCase] = cases(
      '{"id":"D1","simulator":"tests.sim","checkpoints":[{"id":"a","assertion":{"type":"contains","value":"x"}}]}',
    );
    expect(testCase).toMatchObject({
      kind: 'dynamic',
      maxTurns: 20,
      simulator: { use: 'tests.sim' },
      checkpoints: [{ id: 'a', after: [], required: true, assert: [{ type: 'contains', value: 'x' }] }],
    });
    expect(testCase).not.toHaveProperty('input');
  });

  it('may span lines, with blank lines, comment lines, a byte order mark and CRLF between and inside', () => {
    const text = [
      '\ufeff// a suite',
      '{',
      '  "id": "a",',
      '  // a comment with a brace }',
      '  "input": "x // y {"',
      '}',
      '',
      '  {"id":"b","input":"x"}',
      '\t// the end',
    ].join('\r\n');
    const parsed = cases(text);
    expect(parsed.map(({ id, line, input }) => ({ id, line, input }))).toEqual([
      { id: 'a', line: 2, input: 'x // y {' },
      { id: 'b', line: 8, input: 'x' },
    ]);
  });

  it('may stand as a list in a .json file', () => {
    const text = '[\n  // first\n  {"id":"a","input":"x"},\n  {"id":"b",\n   "input":"y"}\n]\n';
    const { cases: parsedCases, problems } = parse(text, 'suite.json');
    expect(problems).toEqual([]);
    expect(parsedCases.map(({ id, line }) => [id, line])).toEqual([
      ['a', 3],
      ['b', 4],
    ]);
  });

  it('accept one assertion or many, under each of its names', () => {
    const assertion = '{"type":"contains","value":"x"}';
    for (const assert of [`"assert":${assertion}`, `"assertions":[${assertion}]`, `"assertion":${assertion}`]) {
      expect(cases(`{"id":"a","input":"x",${assert}}`)).toMatchObject([
        { assertions: [{ type: 'contains', value: 'x' }] },
      ]);
    }
  });

  it('hash alike however the same content is written', () => {
    const [equality] = cases('{"id":"a","input":"x","assert":{"type":"equals","value":1}}');
    const [right] = cases('{ "assertions" : {"value":1,"type":"equals"},\n "input":"x", "id":"a" }');
    const [other] = cases('{"id":"a","input":"y","assert":{"type":"equals","value":1}}');
    expect(equality?.hash).toBe(right?.hash);
    expect(equality?.hash).not.toBe(other?.hash);
  });

  it('read null as "not given" where null means nothing else', () => {
    const [testCase] = cases('{"id":"a","input":"x","before":null,"options":{"skip":null}}');
    expect(testCase).not.toHaveProperty('before');
    expect(testCase).toMatchObject({ options: {} });
  });

  it.each([
    ['{"id":"a","input":"x","assert":null}', '1:23: "assert": null checks nothing; leave the key out'],
    ['{"id":"a","input":"x","expected":null}', '1:23: "expected": null checks nothing; leave the key out'],
    ['{"id":"a","input":""}', '1:19: "input" is empty; write what the user says'],
    ['{"id":"a","input":[]}', '1:19: "input" is empty; write what the user says'],
    [
      '{"id":"a","input":"x","assert":{"type":"contains","value":["b"]}}',
      '1:59: "contains" looks for a text, not for ["b"]; write one assertion for each text, or use json_path',
    ],
    [
      '{"id":"a","input":"x","assert":{"type":"contains","value":""}}',
      '1:59: an empty text is in every answer, so this checks nothing',
    ],
    [
      '{"id":"a","input":"x","assert":{"type":"regex","value":"/yes/i"}}',
      '1:56: slashes are a part of the pattern here; write "(?i)yes"',
    ],
    [
      '{"id":"a","simulator":"s"}',
      '1:1: nothing in this conversation can fail; it needs "checkpoints", "assert", "never", or "assert" in "turns"',
    ],
    [
      '{"id":"a","simulator":"s","never":{"type":"tools","match":"only","calls":[]}}',
      '1:43: "tools" cannot be used in "never"; write it under "assert"',
    ],
    [
      '{"id":"a","simulator":"s","until":"checkpoints","never":{"type":"contains","value":"b"}}',
      '1:35: "until" is "checkpoints", but no required checkpoint can be reached; write "done"',
    ],
    [
      '{"id":"a","turns":[{"input":"x","assert":{"type":"contains","value":"b","on":"last"}}]}',
      '1:73: "on" has no effect here: only one turn is checked',
    ],
  ])('refuse what would check nothing, or could not: %s', (text, problem) => {
    expect(parse(text).problems.map(formatProblem)).toEqual([`s.jsonl:${problem}`]);
  });

  it('may be a single object in a .json file', () => {
    expect(parse('{"id":"a","input":"x"}', 'suite.json').cases).toHaveLength(1);
  });
});

describe('what is wrong with a file', () => {
  it.each([
    ['{"id":"a","input":"x","asert":[]}', '1:23: unknown key "asert" (did you mean "assert"?)'],
    ['{"id":"a",\n "input":"x",\n "timout":"1s"}', '3:2: unknown key "timout" (did you mean "timeout"?)'],
    ['{"id":"a"}', '1:1: "input" is missing'],
    ['{"input":"x"}', '1:1: "id" is missing'],
    ['{"id":"","input":"x"}', '1:7: "id" must not be empty'],
    ['{"id":7,"input":"x"}', '1:7: "id" must be a text, not the number 7'],
    ['{"id":"a","input":5}', '1:19: "input" must be a text, an object or a list, not the number 5'],
    ['{"id":"a","input":{"role":"user"}}', '1:19: "input.content" is missing'],
    [
      '{"id":"a","input":[{"role":"usr","content":"x"}]}',
      '1:28: "input[0].role" must be one of system, developer, user, assistant, tool, not "usr" (did you mean "user"?)',
    ],
    ['{"id":"a","input":"x","assert":[]}', '1:32: an empty list of assertions checks nothing'],
    ['{"id":"a","input":"x","assert":"contains"}', '1:32: "assert" must be an object or a list, not "contains"'],
    ['{"id":"a","input":"x","assert":["contains"]}', '1:33: "assert[0]" must be an object, not "contains"'],
    ['{"id":"a","input":"x","assert":{"type":"contains"}}', '1:32: "assert.value" is missing'],
    [
      '{"id":"a","input":"x","assert":{"type":"equal","value":1}}',
      `1:40: "assert.type" must be one of ${assertionTypes.join(', ')}, not "equal" (did you mean "equals"?)`,
    ],
    [
      '{"id":"a","input":"x","assert":{"type":"limits","negate":true}}',
      '1:32: limits needs at least one of turns, tool_calls, tokens, cost, duration, turn_duration',
    ],
    [
      '{"id":"a","input":"x","assert":{"type":"limits","duration":"soon"}}',
      '1:60: must be a duration such as 30s or 2m30s, at most 576h',
    ],
    ['{"id":"a","input":"x","assert":{"type":"regex"}}', '1:32: regex needs exactly one of `value` and `pattern`'],
    [
      '{"id":"a","input":"x","assert":{"type":"regex","pattern":"("}}',
      '1:58: invalid regex "(": missing closing ): `(`',
    ],
    [
      '{"id":"a","input":"x","assert":{"type":"json_path","path":"$..a","value":1}}',
      '1:59: unsupported JSON path "$..a": ".." (search at any depth) is not supported',
    ],
    [
      '{"id":"a","input":"x","timeout":"0s"}',
      '1:33: "timeout" must be a duration above zero such as 30s or 2m30s, at most 576h, not "0s"',
    ],
    ['{"id":"a","input":"x","skip":"true"}', '1:30: "skip" must be true or false, not "true"'],
    [
      '{"id":"a","input":"x","assert":{"type":"equals","value":1},"assertions":{"type":"equals","value":2}}',
      '1:60: "assert" and "assertions" have the same meaning but different values; keep one',
    ],
    [
      '{"id":"a","input":{"content":[{"type":"image_url","image_url":{"url":"file://a.png"}}]}}',
      '1:70: "input.content[0]": an image_url cannot be a file; write {"type": "image", "source": "file://a.png"}',
    ],
    [
      '{"id":"a","input":{"content":[{"type":"image","source":"a.png"}]}}',
      '1:56: "input.content[0]": an image needs "source" ("file://…") or "url"',
    ],
    ['{"id":"a","checkpoints":[]}', '1:25: "checkpoints" must not be empty'],
    ['{"id":"a","input":"x",}', '1:23: found "}" after a comma; remove the comma'],
    ["{'id':'a'}", `1:2: found "'id'"; keys and texts need double quotes`],
    ['{"id":"a" "input":"x"}', '1:11: a comma is missing before "\\"input\\""'],
    ['{"id":"a","input":"x"', '1:1: the object that starts here is never closed'],
    ['{"id":"a","input":"x\n"}', '1:19: the text that starts here is not closed before the end of its line'],
    ['{"id":"a","input":["x"}', '1:23: found "}" where "]" was expected'],
    ['{"id":"a","input":"x"} // why', '1:24: a comment after an object; give it a line of its own'],
    [
      '{"id":"a","input":"x"}{"id":"b","input":"x"}',
      '1:23: a second object on the line; start each case on a line of its own',
    ],
    ...['\r', '\v', '\f', '\u0085', '\u2028', '\u2029'].flatMap((end) => [
      [`// why${end}{"id":"b","input":"x"}\n`, `1:7: ${AMBIGUOUS_COMMENT_MESSAGE}`],
      [`{"id":"a","input":"x",\n // why${end}"skip": true,\n"name":"n"}`, `2:8: ${AMBIGUOUS_COMMENT_MESSAGE}`],
    ]),
    ['# a comment', '1:1: comments start with //, found "# a comment"'],
    ['', '1:1: the file holds no cases'],
    ['\n// nothing\n', '1:1: the file holds no cases'],
  ])('is said with its place: %s', (text, expected) => {
    expect(parseProblems(text)).toEqual([`s.jsonl:${expected}`]);
  });

  it.each([
    ['"after":["b"]', '"after" names "b", which is not a checkpoint of this case'],
    ['"after":["a"]', 'checkpoints wait for each other: a → a'],
    ['"required":false', 'no checkpoint is required, so the case could not fail'],
  ])('includes checkpoints with %s', (field, message) => {
    const [problem] = parse(dynamic(`{"id":"a",${field},${contains}}`)).problems;
    expect(problem?.message).toBe(message);
  });

  it('names a cycle of checkpoints', () => {
    const checkpoints = [
      `{"id":"start",${contains}}`,
      `{"id":"a","after":["start","c"],${contains}}`,
      `{"id":"b","after":["a"],${contains}}`,
      `{"id":"c","after":["b"],${contains}}`,
    ];
    expect(parseProblems(dynamic(checkpoints.join(',')))).toEqual([
      expect.stringMatching(/: checkpoints wait for each other: a → c → b → a$/),
    ]);
  });

  it('is read in time: 20,000 checkpoints in a chain, in reverse order', { tags: 'thorough' }, () => {
    const link = (index: number, next: number) => ({
      id: `c${index}`,
      after: [`c${next}`],
      assert: { type: 'contains', value: 'a' },
    });
    const chain = Array.from({ length: 20_000 }, (_, index) => link(index, index + 1));
    const last = { id: 'c20000', assert: { type: 'contains', value: 'a' } };
    const caseText = (end: object) => JSON.stringify({ id: 'a', input: 'hi', checkpoints: [...chain, end] });
    expect(parseProblems(caseText(last))).toEqual([]);
    expect(parseProblems(caseText({ ...last, after: ['c0'] }))[0]).toMatch(
      /each other: c0 → c1 → .* → … → c0 \(20,001 in all\)$/,
    );
  });

  it('includes a checkpoint id that is used twice', () => {
    const [problem] = parse(dynamic(`{"id":"a",${contains}},{"id":"a",${contains}}`)).problems;
    expect(problem?.message).toBe('checkpoint "a" is defined twice');
  });

  it('names the line that used an id first', () => {
    const text = '{"id":"a","input":"x"}\n\n{"id":"b","input":"x"}\n{"id":"a","input":"y"}';
    expect(parseProblems(text)).toEqual(['s.jsonl:4:7: id "a" is already used in line 1']);
  });

  it('finds each id that is used twice, in whatever order they come', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'aa', 'b9', 'b10', 'B');
    fc.assert(
      fc.property(fc.array(id, { maxLength: 9 }), (ids) => {
        const text = ids.map((each) => JSON.stringify({ id: each, input: 'x' })).join('\n');
        const expected = ids.flatMap((each, index) => {
          const first = ids.indexOf(each);
          return first === index
            ? []
            : [`s.jsonl:${index + 1}:7: id ${JSON.stringify(each)} is already used in line ${first + 1}`];
        });
        fc.pre(ids.length > 0);
        expect(parseProblems(text)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['a', 'a\u200b', 'id "a\\u200b" looks like "a" in line 1'],
    ['a\u2060', 'a', 'id "a" looks like "a\\u2060" in line 1'],
    ['caf\u00e9', 'cafe\u0301', 'id "cafe\\u0301" looks like "caf\\u00e9" in line 1'],
  ])('finds ids that look alike: %j and %j', (first, second, message) => {
    const text = [first, second].map((id) => JSON.stringify({ id, input: 'x' })).join('\n');
    expect(parseProblems(text)).toEqual([`s.jsonl:2:7: ${message}: they differ in invisible characters; rename one`]);
  });

  it('is reported all at once, also behind a broken case and inside it', () => {
    const text = [
      '{"id":"a","input":"x","asert":1,"timeout":"soon"}',
      '{"id":"b","input":"x","assert":[{"type":"regex","value":"["},{"type":"contains"}]',
      '{"id":"c","input":"x","assert":[{"type":"regex","value":"["},{"type":"contains"}]}',
      'some prose',
      'more prose',
      '{"id":"a","input":"y"}',
    ].join('\n');
    expect(parseProblems(text).map((problem) => problem.replace(/^s\.jsonl:/, ''))).toEqual([
      '1:23: unknown key "asert" (did you mean "assert"?)',
      '1:43: "timeout" must be a duration above zero such as 30s or 2m30s, at most 576h, not "soon"',
      '2:1: the object that starts here is not closed before the next one starts',
      '3:57: invalid regex "[": missing closing ]: `[`',
      '3:62: "assert[1].value" is missing',
      '4:1: expected an object, found "some prose"',
      '6:7: id "a" is already used in line 1',
    ]);
  });

  it.each([
    ['[{"id":"a","input":"x"},]', 'expected an object in the list'],
    ['[{"id":"a","input":"x"} {"id":"b","input":"x"}]', 'expected "," or "]" in the list'],
    ['[{"id":"a","input":"x"}', 'expected "," or "]" in the list'],
    ['[{"id":"a","input":"x"}] more', 'unexpected text after the list'],
    ['[]', 'the file holds no cases'],
  ])('includes a list that is broken: %s', (text, message) => {
    expect(parse(text, 'suite.json').problems.map((problem) => problem.message)).toEqual([message]);
  });
});

describe('warnings', () => {
  it.each([
    ['{"ID":"a","input":"x"}', '1:2: "ID" is read as "id"'],
    ['{"id":"a","input":"x","Assertions":{"type":"equals","value":1}}', '1:23: "Assertions" is read as "assert"'],
    [
      '{"id":"a","input":"x","max_turns":2}',
      '1:23: "max_turns" has no effect in a case of one call; only conversations use it, which have "checkpoints", "turns" or "never"',
    ],
    [
      '{"id":"a","expected":1,"checkpoints":[{"id":"c","assert":{"type":"equals","value":1}}]}',
      '1:11: "expected" has no effect in a conversation; write an "assert"',
    ],
    [
      '{"id":"a","input":"x","expected":"42","assert":{"type":"regex","value":"\\\\d+"}}',
      '1:23: "expected" is ignored, because "assert" decides, and no assertion checks what it says',
    ],
    [
      '{"id":"a","turns":["x"],"max_turns":3,"assert":{"type":"contains","value":"x"}}',
      '1:25: "max_turns" has no effect with "turns", because every turn is sent',
    ],
    [
      '{"id":"a","turns":["x"],"strict":true,"never":{"type":"contains","value":"x"}}',
      '1:25: "strict" has no effect without "checkpoints"',
    ],
    [
      '{"id":"a","checkpoints":[{"id":"c","strict":true,"assert":{"type":"contains","value":"x"}}]}',
      '1:36: "strict" has no effect on a checkpoint without "after"',
    ],
    [
      '{"id":"a","turns":["x"],"strict":true,"checkpoints":[{"id":"c","assert":{"type":"contains","value":"x"}}]}',
      '1:25: "strict" has no effect where no checkpoint has "after": they may be reached in any order',
    ],
    [
      '{"id":"a","input":"x","simulator":"user","max_turns":1,"never":{"type":"contains","value":"x"}}',
      '1:23: "simulator" has no effect with "max_turns": 1, because "input" is the only turn; the simulator is never asked',
    ],
    [
      '{"id":"a","input":"x","metadata":{"before":"env_test.Before","after":"12:30"}}',
      '1:35: "before" in "metadata" is not run; move it to the top level of the case',
    ],
    [
      '{"id":"a","turns":[{"input":"x","assert":{"type":"contains","value":"x"}},"hard one"]}',
      '1:75: nothing checks the answer to the last turn; it has no "assert"',
    ],
    [
      '{"id":"a","input":"x","simulator":{"use":"u","options":{"metadata":{"persona":"p","Goal":"y"}}},"never":{"type":"contains","value":"x"}}',
      '1:83: the simulator receives "Goal" as an extra value; to set its goal, use the key "goal"',
    ],
    [
      '{"id":"a","input":[{"role":"user","content":"1"},{"role":"user","content":"2"},{"role":"user","content":"3"}],"assert":{"type":"contains","value":"x"}}',
      '1:19: these 3 messages get a single answer; use "turns" to have each of them answered',
    ],
    [
      '{"id":"a","input":"I am {{ name }}.","metadata":{"name":"Ada"}}',
      '1:19: {{ name }} is sent to the agent literally; write the actual text instead',
    ],
    [
      '{"id":"a","turns":["Hi",{"input":"Bye, {{metadata.name}}"}],"options":{"metadata":{"name":"Ada"}},"never":{"type":"contains","value":"x"}}',
      '1:25: {{metadata.name}} is sent to the agent literally; write the actual text instead',
    ],
    [
      '{"id":"a","input":[{"role":"user","content":"Read file://files/report.txt, please."}]}',
      '1:45: file://files/report.txt in a text attaches no file; make it a part of the message: {"type": "file", "source": "file://files/report.txt"}',
    ],
  ])('do not keep the file from loading: %s', (text, warning) => {
    const parsed = parse(text);
    expect(parsed.problems).toEqual([]);
    expect(parsed.warnings.map(formatProblem)).toEqual([`s.jsonl:${warning}`]);
    expect(parsed.cases).toHaveLength(1);
  });
});

it('has no doubts about braces and addresses that are the subject of a text', () => {
  const right = [
    '{"id":"a","input":"What does {{name}} mean?","metadata":{"owner":"qa"}}',
    '{"id":"a","input":"What is file:// for, and file:///etc/hosts?"}',
  ];
  expect(right.flatMap((text) => parse(text).warnings)).toEqual([]);
  const sound = '{"id":"a","input":"Hi.","metadata":{"name":"Ada"}}';
  expect(parse(`${sound}\n${sound.replace('Hi.', '{{name}}').replace('"a"', '"b"')}`).warnings).toHaveLength(1);
});

describe('cases that are commented out', () => {
  const liveCase = '{"id":"a","input":"x","assert":{"type":"contains","value":"y"}}';
  const warnings = (text: string) => parseCases({ text, file: 'a.jsonl', hashOf: computeCaseHash }).warnings;

  it('are told of, once', () => {
    const text = `${liveCase}\n//${liveCase.replace('"a"', '"b"')}\n  // ${liveCase.replace('"a"', '"c"')}\n`;
    const message = '2 cases are commented out: b, c; use "skip": true to leave a case out and still list it';
    expect(warnings(text)).toEqual([{ file: 'a.jsonl', line: 2, column: 1, message }]);
    expect(warnings(`${liveCase}\r\n//${liveCase.replace('"a"', '"b"')}\r\n`)).toHaveLength(1);
  });

  it.each([
    ['an earlier version of a case', `//${liveCase}\n${liveCase}`],
    ['an example of an answer', `// {"id":"b","status":"open"}\n${liveCase}`],
    ['no JSON', `// {id, input}\n${liveCase}`],
    ['text of a case', liveCase.replace('"x"', '"// {}"')],
  ])('are not %s', (_what, text) => {
    expect(warnings(text)).toEqual([]);
  });
});

it.each([
  '"turns":[{"input":"x","assert":{"type":"contains","value":"x"}},"bye"],"never":{"type":"contains","value":"y"}',
  '"turns":["x",{"input":"y","assert":{"type":"contains","value":"x"}}]',
  '"input":"x","simulator":{"use":"u","options":{"metadata":{"goal":"g","Goal":"y","gate":"B4"}}},"never":{"type":"contains","value":"x"}',
  '"input":[{"role":"user","content":"1"},{"role":"user","content":"2"}],"assert":{"type":"contains","value":"x"}',
  '"input":[{"role":"user","content":"1"},{"role":"assistant","content":"2"},{"role":"user","content":"3"},{"role":"user","content":"4"}],"assert":{"type":"contains","value":"x"}',
])('says nothing of what is meant: %s', (fields) => {
  const parsed = parse(`{"id":"a",${fields}}`);
  expect([parsed.problems, parsed.warnings]).toEqual([[], []]);
});

describe('a rule that is commented out in a case', () => {
  const warnings = (text: string) => parseCases({ text, file: 'a.jsonl', hashOf: computeCaseHash }).warnings;
  const check = '"assert":{"type":"contains","value":"y"}';
  const neverRule = '"never":{"type":"contains","value":"z"}';

  it('is told of, where no other stands for it', () => {
    const message = '"never" is commented out here, and checks nothing';
    expect(warnings(`{"id":"a","input":"x",\n  // ${neverRule},\n  ${check}\n}`)).toEqual([
      { file: 'a.jsonl', line: 2, column: 1, message },
    ]);
  });

  it.each([
    ['an earlier version', `{"id":"a","input":"x",\n// ${check},\n${check}}`],
    ['words about it', `{"id":"a","input":"x",\n// "never": see below\n${check}}`],
    ['outside of a case', `// ${neverRule}\n{"id":"a","input":"x",${check}}`],
  ])('is not %s', (_what, text) => {
    expect(warnings(text)).toEqual([]);
  });
});

describe('any text', () => {
  const fragment = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\n',
    '//',
    '{"id":"a"',
    '"input":"x"',
    '\\',
    ' ',
  );
  const anyText = fc.oneof(
    fc.string(),
    fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join('')),
  );

  it('is read without crashing, and a text without any case says so', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('s.jsonl', 's.json'), (text, file) => {
        const { cases: parsedCases, problems } = parse(text, file);
        expect(parsedCases.length + problems.length).toBeGreaterThan(0);
        for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps every sound line around broken ones, and reports the broken ones where they are', () => {
    const sound = fc.constantFrom('case', 'blank', 'comment');
    const broken = fc.constantFrom('prose', '{"id":"x" "input"', '{oops', '{]}', '"text"', '[1', '{"a":[1}');
    fc.assert(
      fc.property(fc.array(fc.oneof(sound, broken), { minLength: 1, maxLength: 12 }), (kinds) => {
        const lines = kinds.map(makeLine);
        const { cases: parsedCases, problems } = parse(lines.join('\n'));
        const expected = kinds.flatMap((kind, index) => (kind === 'case' ? [`T${index}`] : []));
        expect(parsedCases.map(({ id }) => id)).toEqual(expected);
        for (const [index, kind] of kinds.entries()) {
          const startsProblem = kind.startsWith('{');
          if (startsProblem) expect(problems.map(({ line }) => line)).toContain(index + 1);
          const isForeign = !startsProblem && kind !== 'case' && kind !== 'blank' && kind !== 'comment';
          if (isForeign) expect(problems.some(({ line }) => line <= index + 1)).toBe(true);
        }
      }),
    );
  });

  it('loads the same cases whether they stand on one line or on many', { tags: 'thorough' }, () => {
    const textUnit = fc.constantFrom('a', '"', '\\', '{', '}', '/', '[', ']', ' ', '\n', 'é', '😀');
    const text = fc.string({ unit: textUnit, minLength: 1 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 4 }), (inputs, indent) => {
        const authored = inputs.map((input, index) => ({ id: `T${index}`, input, metadata: { text: [input, {}] } }));
        const compactText = authored.map((authoredCase) => JSON.stringify(authoredCase)).join('\n');
        const indentedText = authored
          .map((authoredCase) => JSON.stringify(authoredCase, undefined, indent))
          .join('\r\n');
        expect(cases(indentedText).map(({ line: _, ...rest }) => rest)).toEqual(
          cases(compactText).map(({ line: _, ...rest }) => rest),
        );
      }),
    );
  });
});

describe('hostile text', () => {
  it.each([
    ['lines that never close', '{"id":"a","input":[\n', 's.jsonl'],
    ['lines that wait for a value', '{"id":\n', 's.jsonl'],
    ['objects in objects', `{${' '.repeat(100)}{`, 's.jsonl'],
    ['a list of what never closes', '{"id":[', 's.json'],
    ['broken lines after prose', 'x\n{\n', 's.jsonl'],
  ])('is read in time: %s', { tags: 'thorough' }, (_, repeatedText, file) => {
    const text = repeatedText.repeat(20_000);
    expect(parse(file === 's.json' ? `[${text}` : text, file).problems.length).toBeGreaterThan(0);
  });

  it('is read in time: a case with thousands of unknown keys', { tags: 'thorough' }, () => {
    const keys = Array.from({ length: 5_000 }, (__, index) => `"k${index}":1`);
    expect(parse(`{"id":"a","input":"x",${keys.join(',')}}`).problems).toHaveLength(5_000);
  });
});

const contains = '"assert":{"type":"contains","value":"x"}';

function dynamic(checkpoints: string): string {
  return `{"id":"D1","input":"x","checkpoints":[${checkpoints}]}`;
}

function makeLine(kind: string, index: number): string {
  if (kind === 'case') return `{"id":"T${index}","input":"x"}`;
  if (kind === 'blank') return '  ';
  return kind === 'comment' ? ' // {"id":"not","input":"a case"}' : kind;
}

function parse(text: string, file = 's.jsonl'): ParsedCases {
  return parseCases({ text, file, hashOf: computeCaseHash });
}

function cases(text: string): ParsedCases['cases'] {
  const parsed = parse(text);
  expect(parsed.problems).toEqual([]);
  return parsed.cases;
}

function parseProblems(text: string): string[] {
  return parse(text).problems.map(formatProblem);
}
