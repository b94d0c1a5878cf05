import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { raw as jq } from 'jq-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';

const recorded = path.join(import.meta.dirname, 'fixtures', 'reports');
const tests = 'assistants/demo/tests';

/** An agent that answers like the agents in the recorded reports. */
const agents = `
const reply = { id: 'call_1', server: 'srv', tool: 'setup', arguments: { action: 'init' }, result: { success: true, message: 'Setup complete' } };

export async function demo({ input, attempt }) {
  if (input === 'error') throw new Error('model failed');
  if (input.startsWith('slow')) await new Promise(() => {});
  if (input === 'json') return { content: 'ignored', next: { k: 1 } };
  if (input === 'tool') return { content: '', tool_calls: [reply] };
  if (input === 'flaky') return attempt === 3 ? 'bad' : 'good';
  return 'Reply to: ' + input;
}

export function sim({ metadata: { conversation, turn_number } }) {
  const first = conversation[0].content;
  if (first === 'goal') return { content: JSON.stringify({ message: 'bye', goal_achieved: true }) };
  if (first === 'emptygoal') return { content: JSON.stringify({ message: '', goal_achieved: true }) };
  if (first === 'simerr') return '';
  return JSON.stringify({ message: turn_number < 3 ? 'size large please' : 'confirm', goal_achieved: false });
}

export const validator = () => JSON.stringify({ passed: true, reason: 'it does', score: 0.9 });
`;

/** Keys that the recorded reports of the other tool have and Turntree's reports intentionally lack. */
const omittedPaths: [path: RegExp, reason: string][] = [
  [/^results\[\]\.trace\b/, 'the answer is in output and tool_calls; the model is in the history'],
  [/^results\[\]\.options\b/, 'the case file has them'],
  [/^metadata\.output_file$/, 'a run has any number of reports'],
  [/^metadata\.options\.(input|input_mode|output_file|verbose)$/, 'what was asked for is in metadata.input_file'],
  [/^metadata\.options\.timeout$/, 'called timeout_ms, in milliseconds instead of nanoseconds'],
  [/^results\[\]\.metadata\.mode$/, 'called kind'],
];
/** Keys of the other tool's reports that Turntree's reports have at another path. */
const movedPaths: [from: RegExp, to: string][] = [
  [/^stability_results\b/, 'results'],
  [/^results\[\]\.metadata\.(turns|checkpoints|total_turns)\b/, 'results[].$1'],
  [/^results\[\]\.checkpoints\.\w+/, 'results[].checkpoints[]'],
];
/**
 * Keys whose values have another type. Additional keys are not listed, because readers of reports ignore them.
 */
const changedPaths: [path: RegExp, reason: string][] = [
  [/^results\[\]\.checkpoints$/, 'a list, so that the order of the case is kept'],
  [/^results\[\]\.metadata$/, "the case's own, not ours"],
];

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  const module = (name: string) => ({ type: 'module', path: 'agents.ts', export: name });
  workspace.write('runner.config.json', {
    agents: { demo: module('demo'), sim: module('sim'), validator: module('validator') },
    models: { local: { type: 'scripted', rules: [{ answer: 'unused' }] } },
  });
  workspace.write('agents.ts', agents);
  workspace.write('assistants/demo/package.yao', { name: 'Demo', connector: 'local' });
  workspace.write(
    'assistants/demo/src/env_test.ts',
    'export const Before = () => ({ data: 1 });\nexport const After = () => {};\n',
  );
  workspace.write('assistants/demo/src/fail_test.ts', "export function Before() { throw new Error('no database'); }\n");
  cpSync(recorded, path.join(workspace.root, tests), { recursive: true });
});
afterAll(() => workspace.remove());

const run = (...args: string[]) => runCli(['test', ...args], { cwd: workspace.root });
const jsonIn = (folder: string, file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));

describe.each([
  ['std', []],
  ['stab', ['--runs', '5']],
  ['dyn', ['--timeout', '5s']],
])('the report of %s.jsonl', (name, flags) => {
  it('has the shape of the recorded one but for the listed differences', async () => {
    await run(`${tests}/${name}.jsonl`, ...flags, '-o', `${name}.json`);
    const ours = collectShape(jsonIn(workspace.root, `${name}.json`));
    const theirs = collectShape(jsonIn(recorded, `${name}.report.json`));
    const isListed = (list: typeof omittedPaths, place: string) => list.some(([pattern]) => pattern.test(place));
    const expected = new Map(
      [...theirs]
        .filter(([place]) => !isListed(omittedPaths, place))
        .map(relocated)
        .filter(([place]) => !isListed(changedPaths, place)),
    );
    const missing = [...expected].filter(([place]) => !ours.has(place)).map(([place]) => place);
    const different = [...expected].flatMap(([place, types]) => {
      const own = ours.get(place) ?? types;
      return [...own].every((type) => types.has(type))
        ? []
        : [`${place}: ${[...own].join('|')}, was ${[...types].join('|')}`];
    });
    expect({ missing, different }).toEqual({ missing: [], different: [] });
  });
});

describe('the lines of a JSONL report', () => {
  it('are a start, a result for each case, and a summary with the keys that scripts read', async () => {
    await run(`${tests}/stab.jsonl`, '--runs', '5', '-o', 'lines.jsonl');
    const lines = readFileSync(path.join(workspace.root, 'lines.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(['start', 'stability', 'stability', 'summary']);
    expect(lines[0]).toMatchObject({ agent_id: 'demo', total_cases: 2, timestamp: expect.any(String) });
    expect(lines[1]).toMatchObject({
      id: 'flaky',
      runs: 5,
      passed: 4,
      failed: 1,
      pass_rate: 80,
      stable: false,
      stability_class: 'mostly_stable',
    });
    expect(lines[3]).toMatchObject({
      total: 2,
      passed: 1,
      failed: 1,
      total_runs: 10,
      stable_cases: 1,
      unstable_cases: 1,
      overall_pass_rate: 90,
    });
  });
});

describe('the jq filters that people have in their pipelines', () => {
  const filtered = (file: string, filter: string) => jq(readFileSync(path.join(workspace.root, file), 'utf8'), filter);

  it('find the summary in JSON lines', async () => {
    await run(`${tests}/std.jsonl`, '--case', 'ok-contains', '-o', 'results.jsonl');
    const summary = await filtered('results.jsonl', 'select(.type == "summary")');
    expect(JSON.parse(summary)).toMatchObject({ type: 'summary', total: 1, passed: 1 });
  });

  it('tell stable cases from others', async () => {
    const gate = '.results | all(.pass_rate >= 80)';
    await run(`${tests}/stab.jsonl`, '--runs', '5', '-o', 'report.json');
    expect(await filtered('report.json', gate)).toBe('true');
    await run(`${tests}/stab.jsonl`, '--runs', '3', '-o', 'report.json');
    expect(await filtered('report.json', gate)).toBe('false');
  });

  it.each([[[]], [['--runs', '2']]])('see only cases that were judged, with %j', async (flags) => {
    const check = { type: 'contains', value: 'Reply' };
    workspace.write('assistants/demo/tests/apart.jsonl', [
      { id: 'left', input: 'x', skip: true },
      { id: 'shelved', input: 'x', assert: { type: 'contains', value: 'never' }, quarantine: true },
      { id: 'good', input: 'x', assert: check },
    ]);
    const outputs = ['apart.json', 'apart.jsonl', 'apart.md', 'apart.xml'].flatMap((file) => ['-o', file]);
    await run('assistants/demo/tests/apart.jsonl', ...flags, ...outputs);
    expect(await filtered('apart.json', '.results | all(.pass_rate >= 80)')).toBe('true');
    expect(jsonIn(workspace.root, 'apart.json')).toMatchObject({
      summary: { total: 3 },
      results: [{ id: 'good', pass_rate: 100 }],
      skipped: [{ id: 'left', pass_rate: null }],
      quarantined: [{ id: 'shelved', pass_rate: 0, set_aside: 'quarantine' }],
    });
    // The remaining keys must be in the same order in both reports.
    const ids = await filtered('apart.jsonl', 'select(.type == "result" or .type == "stability") | .id');
    expect(ids.split('\n')).toEqual(['"left"', '"shelved"', '"good"']);
    const junit = readFileSync(path.join(workspace.root, 'apart.xml'), 'utf8');
    expect([...junit.matchAll(/<testcase name="(\w+)/g)].map(([, id]) => id)).toEqual(['left', 'shelved', 'good']);
    const merged = await runCli(['merge', 'apart.json', '-o', 'again.json'], { cwd: workspace.root });
    expect(merged.code).toBe(0);
    const { results, skipped, quarantined } = jsonIn(workspace.root, 'again.json');
    expect([results, skipped, quarantined].map((list) => list.map(({ id }: { id: string }) => id))).toEqual([
      ...[['good'], ['left'], ['shelved']],
    ]);
  });
});

function relocated([place, types]: [string, Set<string>]): [string, Set<string>] {
  return [movedPaths.reduce((renamed, [from, to]) => renamed.replace(from, to), place), types];
}

/** Returns the types of all values by path; the items of a list are merged. */
function collectShape(value: unknown, place = '', shape = new Map<string, Set<string>>()): Map<string, Set<string>> {
  shape.set(place, (shape.get(place) ?? new Set()).add(typeName(value)));
  if (Array.isArray(value)) for (const entry of value) collectShape(entry, `${place}[]`, shape);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value))
      collectShape(member, place === '' ? key : `${place}.${key}`, shape);
  }
  return shape;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
