import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { formatProblem } from '../problem.ts';
import { type Experiments, readExperiments } from './read-experiments.ts';

const header = 'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled';

async function readTable(
  content: string | Uint8Array,
  options: { all?: boolean; direct?: boolean; types?: string[] } = {},
): Promise<Experiments> {
  const root = await createTemporaryWorkspace({});
  const file = path.join(root, 'cases.csv');
  await writeFile(file, content);
  return readExperiments({ path: file, name: 'cases.csv', direct: true, ...options });
}

async function readProblems(...lines: string[]): Promise<string[]> {
  const { problems } = await readTable(lines.join('\n'));
  return problems.map(formatProblem);
}

async function readCases(...lines: string[]) {
  const { suites, problems } = await readTable(lines.join('\n'));
  expect(problems).toEqual([]);
  return suites.flatMap(({ cases }) => cases);
}

describe('a table of experiments', () => {
  it('is one suite for every scorer type, a case for every row', async () => {
    const { suites, problems, warnings } = await readTable(
      [
        header,
        'teaTaste,tea-1,A short answer,Black or green?,Green for me,0.8,1.0,"short,warm",TRUE',
        'other,tea-1,,Hi,Hello,0,.5,,TRUE',
        'teaTaste,tea-2,A long answer,Black or green? 2,Green for me 2,0.5,0.7,"warm, long",TRUE',
      ].join('\n'),
    );
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    expect(suites).toEqual([
      {
        scorer: 'teaTaste',
        disabled: 0,
        cases: [
          {
            kind: 'experiment',
            id: 'tea-1',
            hash: expect.any(String),
            line: 2,
            name: 'A short answer',
            input: 'Black or green?',
            expectedOutput: 'Green for me',
            range: { min: 0.8, max: 1 },
            scorers: ['teaTaste'],
            direct: true,
            tags: ['short', 'warm'],
          },
          expect.objectContaining({ id: 'tea-2', line: 4, range: { min: 0.5, max: 0.7 }, tags: ['warm', 'long'] }),
        ],
      },
      { scorer: 'other', disabled: 0, cases: [expect.objectContaining({ id: 'tea-1', range: { min: 0, max: 0.5 } })] },
    ]);
  });

  it('may have a byte order mark, CRLF, empty lines, rows of commas, quotes and fields of several lines', async () => {
    const text = [
      `\ufeff${header},note`,
      '',
      's,one,"He said ""hi"", twice","first',
      'second", plain  ," 0.1 ",1,,TRUE,"  kept  "',
      ',,,,,,,,,',
      's,two,,a,b,0,2,,TRUE,',
      '',
    ].join('\r\n');
    const { suites, problems } = await readTable(text);
    expect(problems.map(formatProblem)).toEqual([
      'cases.csv:4:18: expected_score_min is " 0.1 "; write a number such as 0.85',
    ]);
    const [suite] = (await readTable(text.replace('" 0.1 "', ' 0.1 '))).suites;
    expect(suites[0]?.cases.map(({ id, line }) => [id, line])).toEqual([['two', 6]]);
    expect(suite?.cases[0]).toMatchObject({
      id: 'one',
      line: 3,
      name: 'He said "hi", twice',
      input: 'first\r\nsecond',
      expectedOutput: 'plain',
      metadata: { note: '  kept  ' },
    });
    expect(suite?.cases[1]).toMatchObject({ id: 'two', line: 6, metadata: { note: '' } });
  });

  it('reads back whatever a writer of RFC 4180 writes', { tags: 'thorough' }, async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', 'é', '{', '😀') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const lines = rows.map(
          ([input, output, note], row) => `s,case-${row},,${quote(input)},${quote(output)},0,2,,TRUE,${quote(note)}`,
        );
        const cases = await readCases(`${header},note`, ...lines);
        expect(cases.map((testCase) => [testCase.input, testCase.expectedOutput, testCase.metadata?.note])).toEqual(
          rows,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('has the line of every row, whatever stands in the rows before', { tags: 'thorough' }, async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n'), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 5 }), async (inputs) => {
        const rows = inputs.map((input, row) => `s,case-${row},,"${input.replaceAll('"', '""')}",,0,2,,`);
        const text = [header, ...rows, 's,,,last,,0,2,,'].join('\n');
        const [problem] = (await readTable(text)).problems;
        const line = text.slice(0, text.lastIndexOf('s,,')).split('\n').length;
        expect(problem).toMatchObject({ line, column: 3, message: 'id is empty; every row needs one' });
      }),
      { numRuns: 50 },
    );
  });

  it('leaves disabled rows out, counts them and does not look at them, unless all are wanted', async () => {
    const rows = ['TRUE', 'true', '1', 'yes', 'Yes', ''].map((enabled, row) => `s,on-${row},,i,o,0,2,,${enabled}`);
    const off = ['FALSE', 'false', '0', 'no'].map((enabled, row) => `s,off-${row},,i,o,0,2,,${enabled}`);
    const draft = 's,draft,,i,o,,,,FALSE';
    const { suites, problems } = await readTable([header, ...rows, ...off, draft].join('\n'));
    expect(problems).toEqual([]);
    expect(suites[0]?.disabled).toBe(5);
    expect(suites[0]?.cases.map(({ id }) => id)).toEqual(rows.map((_, row) => `on-${row}`));
    const all = await readTable([header, ...rows, ...off].join('\n'), { all: true });
    expect(all.suites[0]).toMatchObject({ disabled: 0 });
    expect(all.suites[0]?.cases).toHaveLength(10);
    expect((await readTable([header, draft].join('\n'), { all: true })).problems).toHaveLength(2);
  });

  it('needs no column "enabled"', async () => {
    const cases = await readCases(header.replace(',enabled', ''), 's,one,,i,o,0,2,');
    expect(cases.map(({ id }) => id)).toEqual(['one']);
  });

  it('keeps other columns as metadata and the ground truth apart', async () => {
    const [first, second] = await readCases(
      `${header},ground_truth,expected_compliance,__proto__`,
      's,one,,i,o,0,2,,TRUE,truth,excellent,polluted',
      's,two,,i,o,0,2,,TRUE,,,',
    );
    expect(first).toMatchObject({ groundTruth: 'truth', metadata: { expected_compliance: 'excellent' } });
    expect(Object.entries(first?.metadata ?? {})).toContainEqual(['__proto__', 'polluted']);
    expect(second?.groundTruth).toBeUndefined();
    expect(second?.metadata?.expected_compliance).toBe('');
  });

  it('fills placeholders with the columns of the row; unknown and empty ones stay', async () => {
    const [onlyCase] = await readCases(
      `${header},name,city`,
      's,one,,Hello {{name}} of {{ city }},{{id}}: {{nobody}} {{name}},0,2,,TRUE,Ada,',
    );
    expect(onlyCase).toMatchObject({ input: 'Hello Ada of {{ city }}', expectedOutput: 'one: {{nobody}} Ada' });
  });

  it('may give scorers ranges of their own, of which one bound may be the common one', async () => {
    const [first, second] = await readCases(
      `${header},expected_score_min:tone,expected_score_max:tone`,
      's,one,,i,o,0.2,0.9,,TRUE,0.5,',
      's,two,,i,o,0.2,0.9,,TRUE,,',
    );
    expect(first).toMatchObject({ ranges: { tone: { min: 0.5, max: 0.9 } } });
    expect(first?.metadata).toBeUndefined();
    expect(second?.ranges).toBeUndefined();
  });

  it('gives a row the same hash whether it is enabled or not, and another one for other content', async () => {
    const row = (input: string, enabled: string): string => `s,one,,${input},o,0,2,,${enabled}`;
    const [first, also, other] = await Promise.all(
      [row('i', 'TRUE'), row('i', '1'), row('j', 'TRUE')].map((line) => readCases(header, line)),
    );
    expect(first?.[0]?.hash).toBe(also?.[0]?.hash);
    expect(first?.[0]?.hash).not.toBe(other?.[0]?.hash);
  });

  it('is for an agent when it is not direct', async () => {
    const { suites } = await readTable([header, 's,one,,i,o,0,2,,'].join('\n'), { direct: false });
    expect(suites[0]?.cases[0]?.direct).toBe(false);
  });

  it('needs neither tags nor a description', async () => {
    const cases = await readCases(
      'scorer_type,id,input,expected_output,expected_score_min,expected_score_max',
      's,one,i,o,0,2',
    );
    expect(cases).toMatchObject([{ id: 'one', range: { min: 0, max: 2 } }]);
    expect(cases[0]).not.toHaveProperty('tags');
  });

  it('needs expected outputs only where no agent answers', async () => {
    const table = 'scorer_type,id,input,ground_truth,expected_score_min,expected_score_max\ns,one,i,truth,0,2';
    expect((await readTable(table)).problems.map(formatProblem)).toEqual([
      expect.stringContaining('the header lacks the column expected_output;'),
    ]);
    const { suites, problems } = await readTable(table, { direct: false });
    expect(problems).toEqual([]);
    expect(suites[0]?.cases).toMatchObject([{ expectedOutput: '', groundTruth: 'truth' }]);
  });

  it('warns of a placeholder of an empty column that is compared with itself', async () => {
    const table = 'scorer_type,id,input,expected_output,expected_score_min,expected_score_max,ground_truth,answer';
    const rows = ['s,a,i,{{answer}},1,1,{{answer}},', 's,b,i,{{answer}},1,1,{{answer}},x', 's,c,i,{{x}},1,1,{{x}},'];
    const { warnings } = await readTable([table, ...rows].join('\n'));
    expect(warnings.map(({ line, message }) => [line, message])).toEqual([
      [2, 'the column answer is empty here, so the unfilled placeholder {{answer}} is compared with itself'],
    ]);
  });

  it('warns of texts that are compared with themselves, where no agent is asked', async () => {
    const table = ['scorer_type,id,input,expected_output,expected_score_min,expected_score_max,ground_truth'];
    const similarRows = [...table, 'contains,a,When?,At 8.,1,1,At 8.', 'contains,b,Till?,At 18.,1,1,At 18.'].join('\n');
    const message = 'no agent is tested, and expected_output equals ground_truth in all rows; name an agent with -n';
    expect((await readTable(similarRows)).warnings.map(formatProblem)).toEqual([`cases.csv:1:1: ${message}`]);
    expect((await readTable(similarRows, { direct: false })).warnings).toEqual([]);
    expect((await readTable(`${similarRows}\ncontains,c,Where?,Oslo,1,1,Os`)).warnings).toEqual([]);
    expect((await readTable(`${similarRows}\nexact,c,Where?,Oslo,0,0,Os`)).warnings).toEqual([]);
    expect((await readTable(similarRows.replaceAll('contains', 'own'))).warnings).toEqual([]);
  });

  it('warns of a similarity that any text reaches', async () => {
    const groundTruth = 'We open at nine on every day of the week.';
    const row = (id: string, min: number, max: number, text = groundTruth): string =>
      `levenshtein,${id},,i,${text},${min},${max},,TRUE`;
    const rows = [row('a', 0.1, 1), row('b', 0.8, 1), row('c', 0, 0.3), row('d', 0.1, 1, 'Yes.')];
    const { problems, warnings } = await readTable([header, ...rows].join('\n'));
    expect(problems).toEqual([]);
    expect(warnings.map(formatProblem)).toEqual([
      expect.stringMatching(
        /^cases\.csv:2:13: expected_score_min 0\.1: a text on another subject has a similarity of 0\.\d\d, so this checks next to nothing$/,
      ),
    ]);
  });

  it('warns of a pattern that checks nothing', async () => {
    const table = 'scorer_type,id,input,expected_output,expected_score_min,expected_score_max,ground_truth';
    const rows = ['regex,a,i,o,1,1,Monday|Friday|', 'regex,b,i,o,1,1,Monday|Friday', 'own,c,i,o,1,1,Monday|'];
    const { warnings } = await readTable([table, ...rows].join('\n'));
    expect(warnings.map(formatProblem)).toEqual([
      'cases.csv:2:7: ground_truth: this checks nothing: every answer passes it',
    ]);
  });

  it('warns of numbers that the first one hides', async () => {
    const table = 'scorer_type,id,input,expected_output,expected_score_min,expected_score_max,ground_truth';
    const truths = ['Order 17 costs $90.', '$1,250.50', '10:30 or 2026-01-02, 7', 'a1 of b2', 'from 3-5, -4'];
    const rows = truths.map((groundTruth, index) => `numeric,${index},i,o,1,1,"${groundTruth}"`);
    const { warnings } = await readTable([table, ...rows].join('\n'));
    expect(warnings.map(formatProblem)).toEqual([
      'cases.csv:2:9: only the first number, 17, is compared; leave the others out of the ground truth',
    ]);
  });

  it('warns of a minimum that accepts a wrong digit or a near number', async () => {
    const table = 'scorer_type,id,input,expected_output,expected_score_min,expected_score_max,ground_truth';
    const train = 'Your train to Oslo leaves at 17:40.';
    const rows = [
      `levenshtein,a,i,o,0.9,1,${train}`,
      `levenshtein,b,i,o,1,1,${train}`,
      `levenshtein,c,i,o,0.99,1,${train}`,
      'levenshtein,d,i,o,0.9,1,Your train to Oslo leaves in the evening.',
      'numeric,e,i,o,0.9,1,10',
      'numeric,f,i,o,1,1,10',
      'numeric,g,i,o,0.95,1,10',
      'numeric,h,i,o,0.9,1,1250',
    ];
    const tables = [rows.slice(0, 4), rows.slice(4)].map((each) => readTable([table, ...each].join('\n')));
    const [similar, near] = await Promise.all(tables);
    expect(similar?.warnings.map(formatProblem)).toEqual([
      'cases.csv:2:13: expected_score_min 0.9 accepts a wrong digit, such as 17:41 for 17:40; compare the number with the scorer contains or regex',
    ]);
    expect(near?.warnings.map(formatProblem)).toEqual([
      'cases.csv:2:9: expected_score_min 0.9 accepts 9 for 10; write 1 for an exact number',
    ]);
  });

  it('warns of a range that only a perfect score misses', async () => {
    const row = (id: string, min: number, max: number): string => `s,${id},,i,o,${min},${max},,TRUE`;
    const rows = [row('a', 0, 0.99), row('b', 0, 0.5), row('c', 0.5, 0.99), row('d', 0, 2)];
    const { problems, warnings } = await readTable([header, ...rows].join('\n'));
    expect(problems).toEqual([]);
    expect(warnings.map(formatProblem)).toEqual([
      'cases.csv:2:3: expected_score_min 0 to expected_score_max 0.99: only a perfect score is outside this range',
    ]);
  });

  it('warns of a range whose bounds are on different scales', async () => {
    const row = (id: string, min: number, max: number): string => `s,${id},,i,o,${min},${max},,TRUE`;
    const rows = [row('a', 0.7, 100), row('b', 0.7, 5), row('c', 1, 100), row('d', 0, 100)];
    const { warnings } = await readTable([header, ...rows].join('\n'));
    expect(warnings.map(formatProblem)).toEqual([
      'cases.csv:2:3: expected_score_min 0.7 to expected_score_max 100 has two scales; for a score from 0 to 100 the minimum is 70, not 0.7',
    ]);
  });

  it('numbers ids that an earlier row of the scorer has, with a warning', async () => {
    const row = (scorer: string, id: string): string => `${scorer},${id},,i,o,0,2,,TRUE`;
    const off = 's,six,,i,o,0,2,,FALSE';
    const { suites, problems, warnings } = await readTable(
      [header, off, row('s', 'six'), row('s', 'six#2'), row('s', 'six'), row('t', 'six'), row('s', 'six')].join('\n'),
    );
    expect(problems).toEqual([]);
    expect(suites.map(({ cases }) => cases.map(({ id, line }) => [id, line]))).toEqual([
      [
        ['six', 3],
        ['six#2', 4],
        ['six#3', 5],
        ['six#4', 7],
      ],
      [['six', 6]],
    ]);
    expect(warnings.map(formatProblem)).toEqual([
      'cases.csv:5:3: the id "six" is already used in line 3; this row is renamed to "six#3"',
      'cases.csv:7:3: the id "six" is already used in line 3; this row is renamed to "six#4"',
    ]);
  });

  it('warns of what is wrong with rows of types that are not run', async () => {
    const broken = [
      's,bad,,i,o,,1,t,TRUE',
      's,short,,i,o,0,2',
      's,maybe,,i,o,0,2,,maybe',
      ',,Part two,,,,,,',
      's,twice,,i,o,0,2,,TRUE',
      's,twice,,i,o,0,2,,TRUE',
    ];
    const table = [header, 't,one,,i,o,0,2,,TRUE', ...broken].join('\n');
    const { suites, problems, warnings } = await readTable(table, { types: ['t'] });
    expect(problems).toEqual([]);
    expect(suites.find(({ scorer }) => scorer === 't')?.cases.map(({ id }) => id)).toEqual(['one']);
    expect(warnings.map(formatProblem)).toEqual([
      'cases.csv:3:12: expected_score_min is empty; write a number such as 0.85',
      'cases.csv:4:16: the row has 7 fields and the header 9; some are missing',
      'cases.csv:5:19: enabled is "maybe"; write TRUE or FALSE',
      'cases.csv:6:1: scorer_type is empty; name the scorer',
      'cases.csv:6:2: id is empty; every row needs one',
      'cases.csv:6:14: expected_score_min is empty; write a number such as 0.85',
      'cases.csv:6:15: expected_score_max is empty; write a number such as 0.85',
    ]);
    expect((await readTable(table, { types: ['s'] })).problems).toHaveLength(3);
  });

  it('takes a row as one of a chosen type when a comma too many may have moved its type', async () => {
    const text = ['id,scorer_type,input,expected_output,expected_score_min,expected_score_max', 'a,b,s,i,o,0,2'].join(
      '\n',
    );
    expect((await readTable(text, { types: ['s'] })).problems).toHaveLength(1);
    expect((await readTable(text, { types: ['t'] })).problems).toEqual([]);
  });

  it('understands known columns in other letters, with a warning', async () => {
    const { warnings, problems, suites } = await readTable(`${header.replace('tags', 'Tags')}\ns,one,,i,o,0,2,x,TRUE`);
    expect(problems).toEqual([]);
    expect(warnings.map(formatProblem)).toEqual(['cases.csv:1:88: "Tags" is read as "tags"']);
    expect(suites[0]?.cases[0]?.tags).toEqual(['x']);
  });
});

describe('a column that is probably misspelt', () => {
  it.each([
    [
      'ground_thruth',
      [
        'cases.csv:1:88: "ground_thruth" is not a column of the table and becomes metadata; did you mean "ground_truth"?',
      ],
    ],
    ['round', []],
  ])('%s', async (column, expected) => {
    const { warnings, suites } = await readTable(`${header.replace('tags', column)}\ns,one,,i,o,0,2,x,TRUE`);
    expect(warnings.map(formatProblem)).toEqual(expected);
    expect(suites[0]?.cases[0]?.metadata).toEqual({ [column]: 'x' });
  });
});

describe('a table that cannot be run', () => {
  it('has all its problems named, each with its place', async () => {
    const problems = await readProblems(
      header,
      's,one,,i,o,,1,,TRUE',
      's,two,,i,o,0.9,0.1,,TRUE',
      's,any,,i,o,0,1,,TRUE',
      's,percent,,i,o,0,100,,TRUE',
      's,slip,,i,{{inptu}} {{other}},1,1,,TRUE',
      's,three,,i,o,"0,85",NaN,,maybe',
      ',,,i,o,0,2,,TRUE',
      's,four,,i,o,0,2',
      's,five,Hello, world,i,o,0,2,,TRUE',
    );
    expect(problems).toEqual([
      'cases.csv:2:12: expected_score_min is empty; write a number such as 0.85',
      'cases.csv:3:12: expected_score_min 0.9 is above expected_score_max 0.1: no score can pass',
      'cases.csv:4:12: expected_score_min 0 to expected_score_max 1: every score is in this range, so it checks nothing',
      'cases.csv:5:16: expected_score_min 0 to expected_score_max 100: every score is in this range, so it checks nothing',
      'cases.csv:6:11: no column matches {{inptu}}; did you mean {{input}}?',
      'cases.csv:7:26: enabled is "maybe"; write TRUE or FALSE',
      'cases.csv:7:14: expected_score_min is "0,85"; write a number such as 0.85',
      'cases.csv:7:21: expected_score_max is "NaN"; write a number such as 0.85',
      'cases.csv:8:1: scorer_type is empty; name the scorer',
      'cases.csv:8:2: id is empty; every row needs one',
      'cases.csv:9:15: the row has 7 fields and the header 9; some are missing',
      'cases.csv:10:30: the row has 10 fields and the header 9; a text with a comma in it needs quotes around it',
    ]);
  });

  it.each([
    ['nothing in it', '', 'cases.csv:1:1: the file is empty'],
    ['nothing but empty lines', '\n\n', 'cases.csv:1:1: the file is empty'],
    ['no row', header, 'cases.csv:1:1: the table has no rows'],
    [
      'no ranges',
      'scorer_type,id,description,input,expected_output,tags',
      'cases.csv:1:1: the header lacks the columns expected_score_min, expected_score_max; it has scorer_type, id, description, input, expected_output, tags',
    ],
    [
      'semicolons',
      header.replaceAll(',', ';'),
      'cases.csv:1:1: the header lacks the columns scorer_type, id, input, expected_output, expected_score_min, expected_score_max; columns are separated by commas here; save the table with commas',
    ],
    ['a column twice', `${header},note,note`, 'cases.csv:1:106: two columns are called "note"'],
    [
      'a quote that stays open',
      `${header}\ns,one,,"i,o,0,2,,TRUE`,
      'cases.csv:2:8: this quote is never closed, so the field continues to the end of the file',
    ],
    [
      'a quote inside a field',
      `${header}\ns,one,he said "hi",i,o,0,2,,TRUE`,
      'cases.csv:2:7: a field that contains a quote must be enclosed in quotes, with each quote inside it doubled ("")',
    ],
    [
      'text after a quote',
      `${header}\ns,one,"x" y,i,o,0,2,,TRUE`,
      'cases.csv:2:7: a field that contains a quote must be enclosed in quotes, with each quote inside it doubled ("")',
    ],
    [
      'text below no column',
      `${header},\ns,one,,i,o,0,2,,TRUE,stray`,
      'cases.csv:2:22: "stray" is in a column without a name',
    ],
    [
      'a range of a scorer that no score is in',
      `${header},expected_score_min:tone\ns,one,,i,o,0.5,1,,TRUE,2`,
      'cases.csv:2:24: expected_score_min:tone 2 is above expected_score_max 1: no score can pass',
    ],
  ])('because it has %s', async (_what, text, problem) => {
    expect(await readProblems(text)).toEqual([problem]);
  });

  it('because it is not UTF-8', async () => {
    const { problems } = await readTable(Uint8Array.from([0xff, 0xfe, 0x73, 0x00]));
    expect(problems.map(formatProblem)).toEqual(['cases.csv:1:1: the file is not UTF-8 text; save it as UTF-8']);
  });

  it('because it is not there', async () => {
    const { problems } = await readExperiments({ path: '/nowhere/cases.csv', name: 'cases.csv', direct: true });
    expect(problems.map(formatProblem)).toEqual(['cases.csv:1:1: cannot be read: the file does not exist']);
  });

  it('allows empty columns at the end, as programs write them', async () => {
    expect(await readProblems(`${header},,`, 's,one,,i,o,0,2,,TRUE,,')).toEqual([]);
    expect(await readProblems(header, 's,one,,i,o,0,2,,TRUE,,')).toEqual([]);
  });
});
