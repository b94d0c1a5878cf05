import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { assertionTypes, type ScriptedRule, scriptedRulesSchema } from '../runner/contract/index.ts';
import { systems } from '../runner/extensions/registered/systems.ts';
import { loadCaseFile } from '../runner/inputs/load-case-file.ts';
import { readConnectorEntries, readRulesFile } from '../runner/models/connector-entries.ts';
import { answerMessagesByRules, startAnthropicServer } from '../runner/testing/anthropic-server.ts';
import { answerChatByRules, type OpenAIServer, startOpenAIServer } from '../runner/testing/openai-server.ts';
import { type CliResult, runCli } from '../runner/testing/run-cli.ts';
import { loadConfig } from '../runner/workspace/load-config.ts';

const examples = import.meta.dirname;
const suites = {
  cases: 'assistants/expense/tests/cases.jsonl',
  conversations: 'assistants/expense/tests/conversations.jsonl',
  tour: 'assistants/expense/tests/tour-failures.jsonl',
  theatre: 'assistants/theatre/box-office/tests/conversations.jsonl',
  library: 'assistants/library/tests/cases.jsonl',
  refunds: 'refunds/cases.jsonl',
  replies: 'experiments/replies.csv',
  questions: 'experiments/questions.csv',
} as const;

const tourStatuses = {
  'F-01': ['failed', /expected output to contain "Which department pays\?"/],
  'F-02': ['failed', /expected \$\.limit to equal 75, got 60/],
  'F-03': ['failed', /expected the agent to call "create_expense"/],
  'F-04': ['failed', /nothing in it rhymes/],
  'F-05': ['error', /^agent error: the ledger does not answer \(assistants\/expense\/src\/tools\.ts:\d+:\d+\)$/],
  'F-06': ['error', /must answer \{"passed"/],
  'F-07': ['error', /lost-receipt\.png.*does not exist/],
  'F-08': ['error', /^simulator error: .*asked 3 times/],
  'F-09': [
    'timeout',
    /^timeout after 300ms: waiting for the agent(?:'s model)? in turn 1(?:; this machine was overloaded: .*)?$/,
  ],
  'F-10': ['failed', /^missing checkpoints: submitted$/],
  'F-11': ['failed', /^max turns \(3\) exceeded; missing checkpoints: submitted$/],
  'F-12': ['failed', /^missing checkpoints: receipt_checked, submitted$/],
  'F-13': ['skipped', undefined],
} as const;

const reportSchema = z.object({
  summary: z.looseObject({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    errors: z.number(),
    timeouts: z.number(),
    skipped: z.number(),
    connector: z.string().optional(),
    usage: z.object({ agent: z.object({ calls: z.number(), output_tokens: z.number() }) }).optional(),
  }),
  results: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      error: z.string().optional(),
      warnings: z.array(z.string()).optional(),
      total_turns: z.number().optional(),
      end_reason: z.string().optional(),
      checkpoints: z
        .array(z.looseObject({ id: z.string(), reached: z.boolean(), out_of_order: z.array(z.number()).optional() }))
        .optional(),
    }),
  ),
  skipped: z.array(z.looseObject({ id: z.string(), status: z.string() })),
});
type Report = z.infer<typeof reportSchema>;
type Finished = CliResult & { report: Report };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs an example suite from a folder outside of the workspace, with its own history. */
async function runSuite(
  suite: keyof typeof suites,
  { args = [], variables = {} }: { args?: string[]; variables?: Record<string, string> } = {},
): Promise<Finished> {
  const cwd = mkdtempSync(path.join(folder, `${suite}-`));
  const file = path.join(examples, suites[suite]);
  const outcome = await runCli(['test', file, '--db', 'history.db', '-o', 'report.json', '--parallel', '6', ...args], {
    cwd,
    variables,
  });
  return { ...outcome, report: reportSchema.parse(JSON.parse(readFileSync(path.join(cwd, 'report.json'), 'utf8'))) };
}

function expectAllPassed({ code, stderr, report }: Finished, total: number): void {
  expect(report.results.filter((result) => result.status !== 'passed')).toEqual([]);
  expect(report.summary).toMatchObject({ total, passed: total, failed: 0, errors: 0, timeouts: 0, skipped: 0 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

function expectTour({ code, stderr, report }: Finished): void {
  const expected = Object.entries(tourStatuses).map(([id, [status]]) => ({ id, status }));
  const all = [...report.results, ...report.skipped];
  expect(all.map(({ id, status }) => ({ id, status }))).toEqual(expected);
  for (const { id, error } of report.results) {
    const text = Object.entries(tourStatuses).find(([tourId]) => tourId === id)?.[1][1];
    if (text !== undefined) expect(error, id).toMatch(text);
  }
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^turntree: \S+tour-failures\.jsonl:\d+:\d+: case "F-07": the attachment "files\/lost-receipt\.png" does not exist\nturntree: exit 1: 7 failed, 4 errors, 1 timeout\n$/,
  );
}

async function rulesOf(connector: string): Promise<readonly ScriptedRule[]> {
  const { config } = await loadConfig({ root: examples, variables: {} });
  const entry = readConnectorEntries({ root: examples, config, systems }).get(connector);
  if (entry === undefined || !('definition' in entry) || entry.definition.type !== 'scripted') {
    throw new Error(`${connector} is not a scripted connector`);
  }
  const { rules, rules_file: file = '' } = entry.definition;
  return rules ?? readRulesFile(path.resolve(path.dirname(entry.file ?? ''), file));
}

const facts = '/"type":"(?P<type>\\w+)","amount":(?P<amount>[\\d.]+),"date":"(?P<date>[\\d-]+)"/';
const lookUp = { name: 'lookup_policy', arguments: { type: '{{type}}' } };
/** An assistant that asks for one fact at a time, in words that differ from those of the example rules. */
const otherWords = scriptedRulesSchema.parse([
  { when: { tool_result: { name: 'submit_expense', text: '/REF-\\d+/' } }, answer: 'Done! It has been submitted.' },
  {
    when: { tool_result: { name: 'create_expense', text: '/needs_approval":true/' } },
    answer: 'Your manager has to approve this one, which may take a day. Would you like me to proceed?',
  },
  { when: { tool_result: { name: 'create_expense', text: facts } }, answer: '{{type}}, {{amount}}. Is that right?' },
  {
    when: {
      tool_result: { name: 'lookup_policy', text: '/"type":"(?P<type>\\w+)","limit":(?P<limit>\\d+)/' },
      any: '/\\$(?P<amount>[\\d.]+) from (?P<date>[\\d-]+\\d)/',
    },
    tool_calls: [{ name: 'create_expense', arguments: { type: '{{type}}', amount: '{{amount}}', date: '{{date}}' } }],
  },
  {
    when: { tool_result: { name: 'lookup_policy', text: '/"type":"(?P<type>\\w+)","limit":(?P<limit>\\d+)/' } },
    answer: 'For {{type}} we pay {{limit}} dollars. What was the total amount, and what is the date on the receipt?',
  },
  {
    when: {
      text: '/meant \\$(?P<amount>[\\d.]+\\d)/',
      any: '/(?P<type>\\w+) expense of \\S+ from (?P<date>[\\d-]+\\d)/',
    },
    tool_calls: [{ name: 'create_expense', arguments: { type: '{{type}}', amount: '{{amount}}', date: '{{date}}' } }],
  },
  {
    when: { text: 'yes', any: '/"id":"(?P<id>EXP-\\d+)"/' },
    tool_calls: [{ name: 'submit_expense', arguments: { id: '{{id}}' } }],
  },
  {
    when: { text: '/\\$(?P<amount>[\\d.]+\\d)\\D+(?P<date>[\\d-]+\\d)/', any: '/For (?P<type>\\w+) we pay/' },
    tool_calls: [{ name: 'create_expense', arguments: { type: '{{type}}', amount: '{{amount}}', date: '{{date}}' } }],
  },
  { when: { text: '/\\$(?P<amount>[\\d.]+\\d)/', any: 'we pay' }, answer: '{{amount}}, I see. And the date, please?' },
  {
    when: { text: '/(?P<date>\\d{4}-[\\d-]+)/', any: '/paid \\$(?P<amount>[\\d.]+\\d)/' },
    tool_calls: [{ name: 'create_expense', arguments: { type: 'lodging', amount: '{{amount}}', date: '{{date}}' } }],
  },
  { when: { text: '/\\b(?P<type>travel|meals|lodging|supplies)\\b/' }, tool_calls: [lookUp] },
  { answer: 'Sure. What category does it belong to? Every type has its own limit: travel, meals, lodging, supplies.' },
]);

describe.concurrent('the examples, offline', () => {
  it('pass every case of the expense assistant', async () => {
    expectAllPassed(await runSuite('cases'), 16);
  });

  it('pass every conversation with the expense assistant', async () => {
    const finished = await runSuite('conversations');
    expectAllPassed(finished, 6);
    const turns = finished.report.results.map(({ id, total_turns }) => [id, total_turns]);
    expect(Object.fromEntries(turns)).toEqual({ 'C-01': 4, 'C-02': 4, 'C-03': 6, 'C-04': 2, 'C-05': 3, 'C-06': 1 });
    const checkpoints = finished.report.results.flatMap((result) => result.checkpoints ?? []);
    expect(checkpoints.filter((checkpoint) => !checkpoint.reached)).toEqual([]);
  });

  it('pass every booking at the theatre', async () => {
    expectAllPassed(await runSuite('theatre'), 2);
  });

  it('pass every conversation with the built-in user', async () => {
    const finished = await runSuite('refunds');
    expectAllPassed(finished, 4);
    expect(finished.report.results.flatMap(({ unjudged = [] }) => unjudged)).toEqual([]);
  });

  it('give the outputs of the tables the scores that people expect', async () => {
    expectAllPassed(await runSuite('replies'), 6);
    expectAllPassed(await runSuite('questions'), 3);
    expectAllPassed(await runSuite('questions', { args: ['-n', 'support'] }), 3);
  });

  it('pass every case of the library, whose hooks, tool and desk run here', async () => {
    const finished = await runSuite('library');
    expectAllPassed(finished, 6);
    expect(finished.report.results.flatMap(({ warnings }) => warnings ?? [])).toEqual([]);
  });

  it('fail on purpose in every way there is', async () => {
    const finished = await runSuite('tour');
    expectTour(finished);
    const ends = finished.report.results.flatMap(({ id, end_reason }) =>
      end_reason === undefined ? [] : [[id, end_reason]],
    );
    expect(Object.fromEntries(ends)).toMatchObject({
      'F-08': 'simulator_error',
      'F-10': 'goal_achieved',
      'F-11': 'max_turns',
      'F-12': 'goal_achieved',
    });
    const outOfOrder = finished.report.results.find((result) => result.id === 'F-12')?.checkpoints;
    expect(outOfOrder).toMatchObject([{ id: 'receipt_checked' }, { id: 'submitted', out_of_order: [2] }]);
    expect(finished.stdout).toContain('❌ TESTS FAILED');
  });
});

describe.concurrent('the examples, with the tested agent on a model behind HTTP', () => {
  const key = 'sk-loopback-0123456789';
  const servers: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });

  async function runOnModel(
    suite: keyof typeof suites,
    connector: string,
  ): Promise<Finished & { server: OpenAIServer }> {
    return runOnRules(suite, await rulesOf(connector));
  }

  async function runOnRules(
    suite: keyof typeof suites,
    rules: readonly ScriptedRule[],
  ): Promise<Finished & { server: OpenAIServer }> {
    const server = await startOpenAIServer({ handler: answerChatByRules(rules), key });
    servers.push(server);
    const variables = { OPENAI_HOST: server.url, OPENAI_API_KEY: key };
    return { ...(await runSuite(suite, { args: ['-c', 'openai'], variables })), server };
  }

  it('pass every case; tools and the receipt travel in the protocol', async () => {
    const finished = await runOnModel('cases', 'expense');
    expectAllPassed(finished, 16);
    const bodies = finished.server.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(finished.report.summary.usage?.agent.calls ?? 0);
    expect(bodies.every((body) => body.stream === true && body.tools?.length === 3)).toBe(true);
    const receipts = bodies.filter((body) => JSON.stringify(body.messages).includes('data:image/png;base64,iVBOR'));
    expect(receipts).toHaveLength(2);
    expect(finished.report.summary.connector).toBe('openai');
  });

  it('pass every conversation', async () => {
    expectAllPassed(await runOnModel('conversations', 'expense'), 6);
  });

  it('pass every case of the library; tools travel in the protocol', async () => {
    const finished = await runOnModel('library', 'library');
    expectAllPassed(finished, 6);
    expect(finished.server.requests[0]?.body.tools).toMatchObject([
      { type: 'function', function: { name: 'agents_library_catalog__find', parameters: { required: ['title'] } } },
    ]);
  });

  it('pass every booking at the theatre', async () => {
    const finished = await runOnModel('theatre', 'theatre.box-office');
    expectAllPassed(finished, 2);
    expect(JSON.stringify(finished.server.requests[0]?.body.messages[0])).toContain('box office of a small theatre');
  });

  it('pass conversations with a model of other words and habits', async () => {
    const finished = await runOnRules('conversations', otherWords);
    expect(finished.report.results.map(({ id, status, error }) => [id, status, error])).toEqual(
      ['C-01', 'C-02', 'C-03', 'C-04', 'C-05', 'C-06'].map((id) => [id, 'passed', undefined]),
    );
  });

  it('fail in the same ways', async () => {
    expectTour(await runOnModel('tour', 'expense'));
  });

  it.each([
    ['cases', 16],
    ['conversations', 6],
  ] as const)('pass all %s on the Messages API as well', async (suite, total) => {
    const server = await startAnthropicServer({ handler: answerMessagesByRules(await rulesOf('expense')), key });
    servers.push(server);
    const variables = { ANTHROPIC_HOST: server.url, ANTHROPIC_API_KEY: key };
    const finished = await runSuite(suite, { args: ['-c', 'anthropic'], variables });
    expectAllPassed(finished, total);
    expect(server.requests).toHaveLength(finished.report.summary.usage?.agent.calls ?? 0);
    const bodies = JSON.stringify(server.requests.map(({ body }) => body.messages));
    expect(bodies).toContain('"type":"tool_result"');
    expect(server.requests.every(({ body }) => body.tools?.length === 3)).toBe(true);
  });

  it('name the variable when the key is missing, before anything runs', async () => {
    const cwd = mkdtempSync(path.join(folder, 'no-key-'));
    const args = ['test', path.join(examples, suites.cases), '-c', 'openai', '--db', 'history.db', '--no-output'];
    const outcome = await runCli(args, { cwd, variables: { OPENAI_API_KEY: '' } });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/OPENAI_API_KEY/);
  });
});

describe('the example suites', () => {
  it('show every assertion type that needs nothing beside the case and its agent, and what conversations can do', async () => {
    const { cases } = await loadCaseFile(path.join(examples, suites.cases), suites.cases);
    const { cases: conversations } = await loadCaseFile(
      path.join(examples, suites.conversations),
      suites.conversations,
    );
    const used = cases.flatMap((testCase) => (testCase.kind === 'standard' ? testCase.assertions : []));
    expect(new Set(used.map((assertion) => assertion.type))).toEqual(
      new Set(assertionTypes.filter((type) => !['script', 'snapshot', 'state', 'elicited'].includes(type))),
    );
    expect(used.some((assertion) => assertion.negate)).toBe(true);
    const dynamic = conversations.flatMap((testCase) => (testCase.kind === 'dynamic' ? [testCase] : []));
    expect(dynamic.filter((testCase) => testCase.simulator !== undefined).length).toBeGreaterThanOrEqual(5);
    expect(dynamic.some((testCase) => testCase.input === undefined)).toBe(true);
    const checkpoints = dynamic.flatMap((testCase) => testCase.checkpoints);
    expect(checkpoints.some((checkpoint) => checkpoint.after.length === 2)).toBe(true);
    expect(checkpoints.some((checkpoint) => !checkpoint.required)).toBe(true);
  });
});
