import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Assertion, ToolCall } from '../../runner/contract/index.ts';
import {
  breaksRule,
  type Conversation,
  collectIdentifiersInResults,
  inferRules,
  toSearchableConversation,
} from '../../runner/experiments/infer/index.ts';
import { createMutations, listWritingCalls, type MutationKind } from '../../runner/kinds/recorded/mutations.ts';
import type { RecordedAnswer } from '../../runner/kinds/recorded/recorded-answer.ts';
import { isJsonObject, type Json } from '../../runner/values/index.ts';
import { computeWilsonInterval } from '../../runner/verdict/index.ts';
import { type Cell, formatShare, MISSED_MARK, printTable } from '../truth/table.ts';

const callSchema = z.object({
  request: z.object({ api_name: z.string(), parameters: z.record(z.string(), z.json()) }),
  response: z.json().optional(),
  exception: z.string().nullish(),
});
const conversationSchema = z.object({
  name: z.string(),
  conversation: z.array(
    z.object({ role: z.enum(['user', 'assistant']), text: z.string(), apis: z.array(callSchema).optional() }),
  ),
});

/** Patterns for the APIs that ToolTalk itself does not count as actions. */
const reads = ['Get*', 'Find*', 'Search*', 'Query*', '*Weather'];
const readsIgnored: Assertion[] = [{ type: 'tools', match: 'exactly', calls: [], ignore: reads }];

/** Arguments that ToolTalk compares by their meaning, so that an answer in other words may be right. */
const freeTexts = new Set(['task', 'subject', 'body', 'message', 'description', 'new_description', 'new_name']);
const isFreeText = ({ tool }: ToolCall, name: string): boolean =>
  freeTexts.has(name) || (tool === 'CreateEvent' && name === 'name');

/**
 * The kinds of rules that need only one conversation. Rules of the kinds *must* and *only* depend on which calls there
 * are and on their arguments; the other kinds need more conversations.
 */
const kindsInWrites: ReadonlySet<string> = new Set<MutationKind | 'alter_each'>([
  ...(['drop_call', 'add_call', 'alter_argument', 'alter_each', 'swap_arguments', 'repeat_call'] as const),
]);

type Recorded = { name: string; answer: RecordedAnswer };
type Trial = { kind: string; isGood: boolean; answer: RecordedAnswer };

/**
 * Measures rules from a single good conversation on the conversations of ToolTalk, which say for each task which calls
 * are right. Bad trials are mutations of them, as `turntree mutate` makes them.
 */
export function benchInferTooltalk(folder: string | undefined): void {
  if (folder === undefined) {
    console.log('\nToolTalk: left out; name a folder of its conversations with --tooltalk');
    return;
  }
  const all = readTooltalk(folder);
  if (all.length === 0) throw new Error(`${folder} holds no conversation of ToolTalk`);
  const otherCalls = all.flatMap(({ answer }) => listWritingCalls(answer, readsIgnored));
  const judged = all.flatMap((recorded, index) => {
    const gold = { suiteKey: 'tooltalk', caseId: recorded.name, conversations: [toConversation(recorded.answer)] };
    const rules = inferRules([gold], reads)[0]?.rules ?? [];
    const next = all[(index + 1) % all.length] ?? recorded;
    return [...createBadTrials(recorded, otherCalls), ...createGoodTrials(recorded, next)].map((trial) => {
      const read = toSearchableConversation(toConversation(trial.answer));
      return { ...trial, isBroken: rules.some(({ rule }) => breaksRule(rule, read, reads)) };
    });
  });
  const judgedCalls = judged.filter(({ kind, isGood }) => isGood || kindsInWrites.has(kind));
  printTable(
    `Rules from one good conversation each of ${all.length} tasks of ToolTalk`,
    ['trials', 'right', '95% interval', 'false passes', '95% interval', 'false alarms', '95% interval', ''],
    [
      ['in calls that change something', ...totals(judgedCalls)],
      ['all mutations', ...totals(judged)],
    ],
  );
  printTable(
    'By kind of trial',
    ['kind', 'trials', 'pass', '95% interval'],
    [...Map.groupBy(judged, ({ kind, isGood }) => `${isGood ? 'right' : 'wrong'}: ${kind}`)].map(([kind, trials]) => {
      const passed = trials.filter(({ isBroken }) => !isBroken).length;
      return [kind, trials.length, ...shareCells(passed, trials.length)];
    }),
  );
}

function readTooltalk(folder: string): Recorded[] {
  const files = globSync(path.join(folder, '**', '*.json')).toSorted();
  return files.flatMap((file): Recorded[] => {
    const parsed = conversationSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) return [];
    const { name, conversation } = parsed.data;
    const answers = conversation.filter(({ role }) => role === 'assistant');
    const turns = answers.map(({ text, apis = [] }, index) => ({
      turn: index + 1,
      response: { content: text, toolCalls: apis.map(toToolCall) },
    }));
    return [{ name, answer: { turns, assertions: [], checkpointChecks: [] } }];
  });
}

function toToolCall({ request, response, exception }: z.infer<typeof callSchema>): ToolCall {
  const call = { tool: request.api_name, arguments: request.parameters };
  return typeof exception === 'string' ? { ...call, error: exception } : { ...call, result: response ?? null };
}

function toConversation({ turns }: RecordedAnswer): Conversation {
  const calls = turns.flatMap(({ turn, response }) => (response?.toolCalls ?? []).map((call) => ({ ...call, turn })));
  return {
    source: 'gold',
    isGood: true,
    labelFrom: 'person',
    calls,
    values: collectIdentifiersInResults(calls),
    answers: turns.map(({ response }) => response?.content ?? ''),
  };
}

function createBadTrials({ answer }: Recorded, otherCalls: readonly ToolCall[]): Trial[] {
  const mutations = createMutations({ answer, assertions: readsIgnored, otherCalls });
  // `turntree mutate` alters only one argument of a call. These mutations alter every argument that must be exact, one
  // at a time.
  const altered = listWritingCalls(answer, readsIgnored).flatMap((call) =>
    listArguments(call).flatMap(([name, value]) => {
      const other = isFreeText(call, name) ? undefined : alterValue(value);
      return other === undefined ? [] : [withArgument(answer, call, [name, other])];
    }),
  );
  return [
    ...mutations.map((mutation): Trial => ({ kind: mutation.kind, isGood: false, answer: mutation.answer })),
    ...altered.map((changed): Trial => ({ kind: 'alter_each', isGood: false, answer: changed })),
  ];
}

/** Returns variants of a correct conversation that do the same task correctly in another way. */
function createGoodTrials({ answer }: Recorded, next: Recorded): Trial[] {
  const writes = listWritingCalls(answer, readsIgnored);
  const isWrite = (call: ToolCall) => writes.includes(call);
  const lookUpCalls = next.answer.turns.flatMap(({ response }) =>
    (response?.toolCalls ?? []).filter((call) => !listWritingCalls(next.answer, readsIgnored).includes(call)),
  );
  const reworded = writes.flatMap((call) =>
    listArguments(call).flatMap(([name, value]) =>
      isFreeText(call, name) && typeof value === 'string' && value.includes(' ')
        ? [withArgument(answer, call, [name, value.split(' ').toReversed().join(' ')])]
        : [],
    ),
  );
  return [
    { kind: 'no look-ups', isGood: true, answer: mapCalls(answer, (calls) => calls.filter(isWrite)) },
    { kind: 'more look-ups', isGood: true, answer: mapCalls(answer, (calls) => [...lookUpCalls, ...calls]) },
    ...reworded.map((changed): Trial => ({ kind: 'a free text in other words', isGood: true, answer: changed })),
  ];
}

function listArguments({ arguments: args }: ToolCall): [string, Json][] {
  return args !== undefined && isJsonObject(args) ? Object.entries(args) : [];
}

function alterValue(value: Json): Json | undefined {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' && value !== '' ? `${value}x` : undefined;
}

function withArgument(answer: RecordedAnswer, call: ToolCall, argument: [string, Json]): RecordedAnswer {
  const changed = { ...call, arguments: Object.fromEntries([...listArguments(call), argument]) };
  return mapCalls(answer, (calls) => calls.map((each) => (each === call ? changed : each)));
}

function mapCalls(answer: RecordedAnswer, change: (calls: ToolCall[]) => ToolCall[]): RecordedAnswer {
  const turns = answer.turns.map((played) =>
    played.response === undefined
      ? played
      : { ...played, response: { ...played.response, toolCalls: change(played.response.toolCalls) } },
  );
  return { ...answer, turns };
}

function totals(trials: readonly { isGood: boolean; isBroken: boolean }[]): Cell[] {
  const good = trials.filter(({ isGood }) => isGood);
  const bad = trials.filter(({ isGood }) => !isGood);
  const falseAlarms = good.filter(({ isBroken }) => isBroken).length;
  const falsePasses = bad.filter(({ isBroken }) => !isBroken).length;
  const right = trials.length - falseAlarms - falsePasses;
  const isMissed = right / trials.length < 0.95 || falsePasses / bad.length > 0.05;
  return [
    ...shareCells(right, trials.length),
    ...shareCells(falsePasses, bad.length),
    ...shareCells(falseAlarms, good.length),
    isMissed ? MISSED_MARK : '',
  ];
}

function shareCells(count: number, all: number): Cell[] {
  const { low, high } = computeWilsonInterval(count, all);
  return [`${count} of ${all} (${formatShare(count / all)})`, `${formatShare(low)} to ${formatShare(high)}`];
}
