import { parseArgs } from 'node:util';
import {
  breaksRule,
  type CaseConversations,
  type Conversation,
  collectIdentifiersInResults,
  defaultReadTools,
  inferRules,
  toSearchableConversation,
} from '../../runner/experiments/infer/index.ts';
import { shuffle } from '../../runner/experiments/infer/permutation-test.ts';
import type { Json } from '../../runner/values/index.ts';
import { computeWilsonInterval, createRandomNumberGenerator } from '../../runner/verdict/index.ts';
import { type Cell, formatShare, MISSED_MARK, printTable } from '../truth/table.ts';
import { benchInferHistory } from './infer-history.ts';
import { benchInferTooltalk } from './infer-tooltalk.ts';

/**
 * Measures rules of `turntree infer` on agents that are wrong on purpose. The rules come from some trials of a case and
 * judge other trials of it. Goals: the rules judge at least 95% of the other trials correctly; at most 5% of the bad
 * trials among them pass; and if the labels are shuffled, no rule passes its test in at least 95% of suites.
 */
const CASES = 40;
const HELD_OUT = 10;
const SUITES = 200;
const SEED = 20_261_127;

type Draw = () => number;
type Call = { tool: string; arguments: Json; result?: Json };
type Task = { id: string; amount: number; day: string; mistakes: Mistake[] };

const mistakesByKind = {
  'in writes': ['wrong amount', 'wrong id', 'nothing done', 'done twice', 'another write', 'refuses'],
  others: ['acts first', 'does not ask', 'says another number', 'forbidden look-up'],
} as const;
type MistakeKind = keyof typeof mistakesByKind;
type Mistake = (typeof mistakesByKind)[MistakeKind][number];
const mistakeKinds: readonly MistakeKind[] = ['in writes', 'others'];

const one = <Item>(items: readonly Item[], draw: Draw): Item | undefined => items[Math.floor(draw() * items.length)];
const whole = (draw: Draw, from: number, to: number): number => from + Math.floor(draw() * (to - from + 1));
const chance = (draw: Draw, share: number): boolean => draw() < share;

function shuffled<Item>(items: readonly Item[], draw: Draw): Item[] {
  const copy = [...items];
  shuffle(copy, draw);
  return copy;
}

type Sort = { kinds: readonly MistakeKind[]; perCase: number };
const anySort: Sort = { kinds: mistakeKinds, perCase: 3 };

function drawTask(index: number, draw: Draw, { kinds, perCase }: Sort = anySort): Task {
  const mistakes = kinds.flatMap((kind): Mistake[] => [...mistakesByKind[kind]]);
  return {
    id: `ORD-${1000 + index * 7}`,
    amount: whole(draw, 1000, 90_000) / 100,
    day: `2026-0${whole(draw, 1, 9)}-${whole(draw, 10, 28)}`,
    mistakes: shuffled(mistakes, draw).slice(0, perCase),
  };
}

/** A trial of an agent: it looks things up as it likes, writes a note in its own words, and sends a mail or not. */
function play(task: Task, mistake: Mistake | undefined, draw: Draw): Conversation {
  const lookUpCall: Call = {
    tool: 'get_order',
    arguments: { id: task.id },
    result: { total: task.amount, note: 'n/a' },
  };
  const policy: Call = { tool: 'get_policy', arguments: {}, result: 'Refunds within 30 days.' };
  const others = ['search_faq', 'get_user', 'list_orders'].filter(() => chance(draw, 0.4));
  const id = mistake === 'wrong id' ? `ORD-${whole(draw, 5000, 9000)}` : task.id;
  const amount = mistake === 'wrong amount' ? Math.round(task.amount * whole(draw, 50, 90)) / 100 : task.amount;
  const reason = `${one(['It broke', 'Damaged', 'Customer complains', 'Not as described'], draw)} ${whole(draw, 1, 999)}`;
  const refund: Call = {
    tool: 'refund',
    arguments: { id, amount, reason },
    result: { ref: `R${whole(draw, 1, 9999)}` },
  };
  const refunds = mistake === 'nothing done' || mistake === 'refuses' ? [] : [refund];
  const mail: Call = { tool: 'send_mail', arguments: { to: 'ann@shop.example', about: task.id } };
  const reads = others.map((tool): Call => ({ tool, arguments: { q: whole(draw, 1, 99) } }));
  const calls = [
    ...(mistake === 'acts first' ? [...refunds, policy, lookUpCall] : [policy, ...reads, lookUpCall, ...refunds]),
    ...(mistake === 'done twice' ? refunds : []),
    ...(mistake === 'another write' ? [{ tool: 'close_account', arguments: { id: whole(draw, 1, 9) } }] : []),
    ...(mistake === 'forbidden look-up' ? [{ tool: 'get_card_number', arguments: { id: task.id } }] : []),
    ...(chance(draw, 0.3) ? [mail] : []),
  ];
  const told = mistake === 'says another number' ? whole(draw, 10, 900) : task.amount;
  const greeting = one(['Hello!', 'Good day.', 'Thank you for your message.', ''], draw);
  const end = one(['Anything else?', 'Have a nice day.', 'Glad to help.', ''], draw);
  const text =
    mistake === 'refuses' ? 'I am sorry, but I cannot do that.' : `You get back ${told} EUR, as of ${task.day}.`;
  return {
    source: mistake ?? 'right',
    isGood: mistake === undefined,
    labelFrom: 'person',
    calls: calls.map((call, index) => ({ ...call, turn: index + 2 })),
    values: collectIdentifiersInResults(calls),
    answers: ['Which day was it?', `${greeting} ${text} ${end}`],
    facts: [{ name: 'day', askedAtTurn: mistake === 'does not ask' ? undefined : 1 }],
  };
}

/**
 * No rule against such a mistake can be inferred from the trials of a case: the mistake is not a wrong write, and no
 * bad trial contains it. So the share of these mistakes is the lowest share of false passes that rules from these
 * trials can have.
 */
function isUnseen(mistake: string, trials: readonly Conversation[]): boolean {
  return mistakesByKind.others.some((other) => other === mistake) && !trials.some(({ source }) => source === mistake);
}

function playMany(task: Task, count: { good: number; bad: number }, draw: Draw): Conversation[] {
  const bad = Array.from({ length: count.bad }, () => play(task, one(task.mistakes, draw), draw));
  return [...Array.from({ length: count.good }, () => play(task, undefined, draw)), ...bad];
}

/**
 * Judges trials by the rules that were inferred from other trials. Returns the row of the table, and the mistakes that
 * passed.
 */
function judgeHeldOut(good: number, bad: number, sort: Sort): { row: Cell[]; passed: Map<string, number> } {
  const draw = createRandomNumberGenerator(SEED + good);
  const tasks = Array.from({ length: CASES }, (_, index) => drawTask(index, draw, sort));
  const cases = tasks.map(
    (task): CaseConversations => ({
      suiteKey: 'bench',
      caseId: task.id,
      conversations: playMany(task, { good, bad }, draw),
    }),
  );
  const inferred = inferRules(cases, defaultReadTools);
  const passed = new Map<string, number>();
  let right = 0;
  let falsePasses = 0;
  let unseen = 0;
  let all = 0;
  for (const [index, task] of tasks.entries()) {
    const rules = inferred[index]?.rules ?? [];
    for (const trial of playMany(task, { good: HELD_OUT, bad: HELD_OUT }, draw)) {
      const isBroken = rules.some(({ rule }) => breaksRule(rule, toSearchableConversation(trial), defaultReadTools));
      all += 1;
      if (isUnseen(trial.source, cases[index]?.conversations ?? [])) unseen += 1;
      if (isBroken !== trial.isGood) right += 1;
      else if (!trial.isGood) {
        falsePasses += 1;
        passed.set(trial.source, (passed.get(trial.source) ?? 0) + 1);
      }
    }
  }
  const { low, high } = computeWilsonInterval(right, all);
  const falseAlarms = all - right - falsePasses;
  const isMissed = right / all < 0.95 || falsePasses / (all / 2) > 0.05;
  const interval = `${formatShare(low)} to ${formatShare(high)}`;
  const shares = [falsePasses, unseen, falseAlarms].map((count) => formatShare(count / (all / 2)));
  return { row: [good, bad, all, formatShare(right / all), interval, ...shares, isMissed ? MISSED_MARK : ''], passed };
}

/** Returns the share of suites in which shuffled labels lead to a rule that passes its test. */
function judgeShuffled(cases: number): Cell[] {
  let withRules = 0;
  const draw = createRandomNumberGenerator(SEED);
  for (let suite = 0; suite < SUITES; suite += 1) {
    const unlabelled = Array.from({ length: cases }, (_, index): CaseConversations => {
      const task = drawTask(index, draw);
      const trials = shuffled(playMany(task, { good: 5, bad: 5 }, draw), draw);
      return {
        suiteKey: 'bench',
        caseId: task.id,
        conversations: trials.map((one, at) => ({ ...one, isGood: at < 5 })),
      };
    });
    const rules = inferRules(unlabelled, defaultReadTools).flatMap((each) => each.rules);
    if (rules.some(({ p }) => p !== undefined)) withRules += 1;
  }
  const clean = 1 - withRules / SUITES;
  return [cases, SUITES, formatShare(clean), clean < 0.95 ? MISSED_MARK : ''];
}

/**
 * `--history` measures the command over a large history instead of the rules. `--tooltalk <folder>` measures only rules
 * from one good conversation, on the conversations of ToolTalk in that folder.
 */
const { values } = parseArgs({ options: { history: { type: 'boolean' }, tooltalk: { type: 'string' } } });
if (values.history === true) await benchInferHistory();
else {
  if (values.tooltalk === undefined) judgeRules();
  benchInferTooltalk(values.tooltalk);
}

function judgeRules(): void {
  const sizes = [
    { good: 1, bad: 5 },
    { good: 3, bad: 5 },
    { good: 5, bad: 5 },
    { good: 10, bad: 10 },
    { good: 20, bad: 20 },
  ];
  const sorts: readonly Sort[] = [{ kinds: ['in writes'], perCase: 3 }, { kinds: mistakeKinds, perCase: 1 }, anySort];
  const measured = sorts.map((sort) => sizes.map(({ good, bad }) => judgeHeldOut(good, bad, sort)));
  for (const [index, rows] of measured.entries()) {
    const { kinds, perCase } = sorts[index] ?? anySort;
    printTable(
      `Rules of ${CASES} cases on held-out trials; ${perCase} of the mistakes ${kinds.join(' and ')} in each case`,
      ['good', 'bad', 'trials', 'right', '95% interval', 'false passes', 'of unseen mistakes', 'false alarms', ''],
      rows.map(({ row }) => row),
    );
  }
  printTable(
    'Mistakes that passed with the most trials',
    ['mistake', 'passed'],
    [...(measured.at(-1)?.at(-1)?.passed ?? [])].toSorted((a, b) => b[1] - a[1]),
  );
  printTable('Shuffled labels', ['cases', 'suites', 'without a tested rule', ''], [1, 5, 30].map(judgeShuffled));
}
