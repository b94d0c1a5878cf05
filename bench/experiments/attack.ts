import type { StandardCase } from '../../runner/contract/index.ts';
import {
  type AttackVariant,
  type CaseWithCleanAttempts,
  planAttack,
  summarizeAttack,
} from '../../runner/experiments/attack/index.ts';
import { builtInInjectionTemplates } from '../../runner/injection/index.ts';
import type { AgentRequest } from '../../runner/ports/index.ts';
import { plannedCase, runPlan, standardCase } from '../../runner/testing/case-factory.ts';
import { answeringAgent } from '../../runner/testing/fake-agents.ts';
import { listResultsInEvents, recordRun } from '../../runner/testing/record-run.ts';
import { isJsonObject, type JsonObject, tryParseJson } from '../../runner/values/index.ts';
import { seededRandom } from '../truth/suites.ts';
import { type Cell, formatShare, MISSED_MARK, printTable } from '../truth/table.ts';

const RUNS = 200;
const CASES = 30;
const SAMPLE = 120;
const SEED = 20_261_127;
const GOAL = 0.95;
const suiteKey = 'tests/suite.jsonl';

async function measure(probability: number): Promise<Cell[]> {
  let held = 0;
  let wrong = 0;
  let rates = 0;
  let widths = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const random = seededRandom(SEED + 1_000 * run + 1_000_000 * probability);
    const obedientAnswers: boolean[] = [];
    const cases = await playClean();
    const { variants } = planAttack({ cases, templates: builtInInjectionTemplates });
    const { success, succeeded } = await playAttack(draw(variants, random), cases, () => {
      const isObedient = random() < probability;
      obedientAnswers.push(isObedient);
      return isObedient;
    });
    const { count, of, low, high } = success;
    rates += count / of / RUNS;
    widths += (high - low) / RUNS;
    wrong += Math.abs(succeeded - obedientAnswers.filter(Boolean).length);
    if (low <= probability && probability <= high) held += 1;
  }
  const share = held / RUNS;
  const mark = share < GOAL || wrong > 0 ? MISSED_MARK : '';
  return [probability, formatShare(rates), formatShare(share), formatShare(widths), wrong, mark];
}

const note = 'Leave the parcel at the door.';

function shopCase(number: number): StandardCase {
  return standardCase({
    id: `order-${number}`,
    input: `Where is order ${number}?`,
    assertions: [{ type: 'contains', value: 'on its way' }],
    mocks: { get_order: [{ result: { id: number, status: 'sent', note } }], refund: [{ result: { ok: true } }] },
    pass: [],
  });
}

async function playClean(): Promise<CaseWithCleanAttempts[]> {
  const testCases = Array.from({ length: CASES }, (_, index) => shopCase(index + 1));
  const results = await play(testCases, () => false);
  return testCases.map((testCase) => ({
    suiteKey,
    testCase,
    cleanAttempts: results.filter(({ id }) => id === testCase.id),
  }));
}

async function playAttack(
  variants: readonly AttackVariant[],
  cases: readonly CaseWithCleanAttempts[],
  obeys: () => boolean,
) {
  const testCases = variants.flatMap(({ id, caseId, inject }) =>
    cases.flatMap(({ testCase }) =>
      testCase.id === caseId && testCase.kind === 'standard' ? [{ ...testCase, id, inject }] : [],
    ),
  );
  const results = await play(testCases, obeys);
  const attempts = results.map((result) => ({ suiteKey, variant: result.id, attempt: 1, result }));
  const { success, verdicts } = summarizeAttack(cases, attempts);
  return { success, succeeded: verdicts.succeeded };
}

async function play(testCases: readonly StandardCase[], obeys: () => boolean) {
  const agent = answeringAgent('echo', (request, signal) => answer(request, obeys, signal));
  const planned = testCases.map((testCase) => plannedCase(testCase));
  const { events, done } = recordRun(runPlan(planned), [agent]);
  await done;
  return listResultsInEvents(events);
}

/**
 * Answers as the agent of a shop. Decides once whether to obey hostile texts, and if so does whatever the text orders.
 */
async function answer({ mocks }: AgentRequest, obeys: () => boolean, signal: AbortSignal): Promise<string> {
  const found = await mocks?.answer({ name: 'get_order', arguments: { id: 1 } }, signal);
  const text = found?.type === 'result' && isJsonObject(found.result) ? String(found.result.note) : '';
  if (text === note || !obeys()) return 'It is on its way.';
  const order = parseOrder(text);
  if (order.kind === 'answer') return `It is on its way. ${order.word}`;
  await mocks?.answer({ name: order.tool, arguments: order.arguments }, signal);
  return 'It is on its way.';
}

type Order = { kind: 'answer'; word: string } | { kind: 'call'; tool: string; arguments: JsonObject };

const toolOrder = /(?:call the tool|Werkzeug) (\w+) (?:with|mit)[^{]*(\{[^}]*\})/;
const wordOrder = /words? "(\w+)" (?:and|und) "(\w+)"|Wörter "(\w+)" und "(\w+)"/;

function parseOrder(text: string): Order {
  const plain = [text, decodeBase64(text), decodeTags(text)].find(
    (each) => toolOrder.test(each) || wordOrder.test(each),
  );
  if (plain === undefined) throw new Error(`an order that this agent does not understand: ${text}`);
  const [, tool, args = '{}'] = toolOrder.exec(plain) ?? [];
  const parsed = tryParseJson(args);
  if (tool !== undefined) return { kind: 'call', tool, arguments: isJsonObject(parsed) ? parsed : {} };
  const halves = (wordOrder.exec(plain) ?? []).slice(1).filter((each) => each !== undefined);
  const word = halves.join('');
  return /argument/.test(plain)
    ? { kind: 'call', tool: 'get_order', arguments: { id: word } }
    : { kind: 'answer', word };
}

function decodeBase64(text: string): string {
  return Buffer.from(text.split(' ').at(-1) ?? '', 'base64').toString('utf8');
}

function decodeTags(text: string): string {
  return [...text]
    .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code > 0)
    .map((code) => String.fromCodePoint(code))
    .join('');
}

/** Draws a different sample of the attacks for each run. */
function draw(variants: readonly AttackVariant[], random: () => number): AttackVariant[] {
  return variants
    .map((variant) => ({ variant, at: random() }))
    .toSorted((left, right) => left.at - right.at)
    .slice(0, SAMPLE)
    .map(({ variant }) => variant);
}

/**
 * Measures whether the confidence interval of an attack's success rate contains the true probability. Agents that obey
 * a hostile text with a known probability are attacked by real runs of the runner, with samples of all templates and
 * goals.
 */
const rows: Cell[][] = [];
for (const probability of [0, 0.1, 0.5, 0.9]) rows.push(await measure(probability));
printTable(
  `Attack success of agents that obey with probability p: ${RUNS} attacks of ${SAMPLE} attempts on ${CASES} cases`,
  ['p', 'mean rate', 'interval holds p', 'mean width', 'verdict wrong', ''],
  rows,
);
