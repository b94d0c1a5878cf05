import { createWriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BenchWorkspace, benchWorkspace, cliProgram, measure, printMeasurement } from './measure.ts';

const CONVERSATIONS = [1_000, 10_000, 30_000];
const CASES = [1_000, 10_000];
const TURNS = 4;
const START = Date.UTC(2026, 0, 5);

/** Measures the import of 10,000 conversations (goal: under 20 s, with constant memory). */
export async function benchImport(): Promise<void> {
  await importAll('transcripts', buildTranscript);
  await importAll('traces', buildExportRequest);
  for (const cases of CASES) {
    await importCases('promptfoo', cases, buildPromptfooConfig);
    await importCases('adk', cases, buildEvalSet);
  }
}

/** Imports the cases of one file of another tool, which is parsed as a whole. */
async function importCases(what: 'promptfoo' | 'adk', cases: number, textOf: (cases: number) => string): Promise<void> {
  const workspace = benchWorkspace();
  const file = path.join(workspace.root, what === 'adk' ? 'shop.evalset.json' : 'promptfooconfig.yaml');
  writeFileSync(file, textOf(cases));
  const { wallMs, cpuMs, peakMb } = await countImported(workspace, ['import', what, file, '-o', 'cases.jsonl']);
  printMeasurement(`import ${what}`, { cases, wallMs, cpuMs, peakMb });
  workspace.remove();
}

/** Imports growing numbers of conversations, and prints how much more memory each import takes than the one before. */
async function importAll(what: 'transcripts' | 'traces', line: (index: number) => object): Promise<void> {
  let [before, beforeWithSuite] = [Number.NaN, Number.NaN];
  for (const conversations of CONVERSATIONS) {
    const workspace = benchWorkspace();
    const file = path.join(workspace.root, `${what}.jsonl`);
    await pipeline(Readable.from(writeLines(conversations, line)), createWriteStream(file));
    const plain = await countImported(workspace, ['import', what, file]);
    printImport(`import ${what}`, { conversations, before }, plain);
    const withSuite = await countImported(workspace, ['import', what, file, '--db', 'again.db', '-o', 'cases.jsonl']);
    printImport(`import ${what} -o`, { conversations, before: beforeWithSuite }, withSuite);
    [before, beforeWithSuite] = [plain.peakMb, withSuite.peakMb];
    workspace.remove();
  }
}

function* writeLines(count: number, line: (index: number) => object): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(line(index))}\n`;
}

async function countImported({ root }: BenchWorkspace, command: readonly string[]) {
  const measured = await measure([...cliProgram, ...command], root);
  if (measured.code !== 0) throw new Error(`runner ${command.join(' ')} ended with code ${measured.code}`);
  return measured;
}

type ImportMeasurement = Awaited<ReturnType<typeof measure>>;

type ImportStep = { conversations: number; before: number };

function printImport(
  what: string,
  { conversations, before }: ImportStep,
  { wallMs, cpuMs, peakMb }: ImportMeasurement,
): void {
  const growth: Record<string, number> = Number.isNaN(before) ? {} : { growthPercent: (peakMb / before - 1) * 100 };
  printMeasurement(what, { conversations, turns: conversations * TURNS, wallMs, cpuMs, peakMb, ...growth });
}

const buildCall = (index: number, turn: number) => ({ name: 'look_up', arguments: { order: `${index}-${turn}` } });
const userMessage = (index: number, turn: number): string =>
  `What about order ${index}-${turn}? ${'It is late. '.repeat(8)}`;
const assistantMessage = (index: number, turn: number): string =>
  `Order ${index}-${turn} comes. ${'It left us. '.repeat(16)}`;

function buildTranscript(index: number): object {
  const turns = Array.from({ length: TURNS }, (_, turn) => ({
    input: userMessage(index, turn),
    output: assistantMessage(index, turn),
    tool_calls: [{ ...buildCall(index, turn), result: { state: 'on its way' } }],
    duration_ms: 1_200,
  }));
  return { id: `conversation-${index}`, turns };
}

/** Returns one trace per turn: the agent calls a model, then a tool, then the model again. */
function buildExportRequest(index: number): object {
  const spans = Array.from({ length: TURNS }, (_, turn) => buildTurnSpans(index, turn)).flat();
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'shop' }, spans }] }] };
}

function buildTurnSpans(index: number, turn: number): object[] {
  const traceId = (index * TURNS + turn + 1).toString(16).padStart(32, '0');
  const start = START + index * 60_000 + turn * 10_000;
  const buildSpan = (number: number, name: string, attributes: Record<string, string>) => ({
    traceId,
    spanId: number.toString(16).padStart(16, '0'),
    ...(number === 1 ? {} : { parentSpanId: '1'.padStart(16, '0') }),
    name,
    startTimeUnixNano: `${start + number * 100}000000`,
    endTimeUnixNano: `${number === 1 ? start + 900 : start + number * 100 + 90}000000`,
    attributes: Object.entries({ 'gen_ai.conversation.id': `conversation-${index}`, ...attributes }).map(
      ([key, value]) => ({ key, value: { stringValue: value } }),
    ),
  });
  const { name, arguments: args } = buildCall(index, turn);
  const user = { role: 'user', parts: [{ type: 'text', content: userMessage(index, turn) }] };
  const wants = { role: 'assistant', parts: [{ type: 'tool_call', id: 'one', name, arguments: args }] };
  const gets = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'one', response: 'on its way' }] };
  const says = { role: 'assistant', parts: [{ type: 'text', content: assistantMessage(index, turn) }] };
  const buildChatSpan = (number: number, input: object[], output: object) =>
    buildSpan(number, 'chat', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'some-model',
      'gen_ai.input.messages': JSON.stringify(input),
      'gen_ai.output.messages': JSON.stringify([output]),
    });
  return [
    buildSpan(1, 'invoke_agent', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'shop' }),
    buildChatSpan(2, [user], wants),
    buildSpan(3, `execute_tool ${name}`, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': 'one',
      'gen_ai.tool.call.arguments': JSON.stringify(args),
      'gen_ai.tool.call.result': '"on its way"',
    }),
    buildChatSpan(4, [user, wants, gets], says),
  ];
}

function buildPromptfooConfig(cases: number): string {
  const tests = Array.from({ length: cases }, (_, index) => [
    `  - description: order ${index}`,
    `    vars: { order: "${index}-1" }`,
    '    assert:',
    `      - { type: icontains, value: order ${index}-1 }`,
    '      - { type: not-contains, value: as an AI }',
  ]);
  return ["prompts: ['What about order {{order}}?']", 'tests:', ...tests.flat(), ''].join('\n');
}

function buildEvalSet(cases: number): string {
  const buildContent = (role: string, text: string) => ({ role, parts: [{ text }] });
  const all = Array.from({ length: cases }, (_, index) => ({
    eval_id: `conversation-${index}`,
    conversation: Array.from({ length: TURNS }, (_turn, turn) => {
      const { name, arguments: args } = buildCall(index, turn);
      return {
        user_content: buildContent('user', userMessage(index, turn)),
        final_response: buildContent('model', assistantMessage(index, turn)),
        intermediate_data: { tool_uses: [{ name, args }], intermediate_responses: [] },
      };
    }),
  }));
  return JSON.stringify({ eval_set_id: 'shop', eval_cases: all }, null, 1);
}
