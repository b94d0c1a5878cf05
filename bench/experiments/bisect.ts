import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BisectOutcome, bisectTurns } from '../../runner/run/bisect.ts';
import { runTestCommand } from '../../runner/run/run-test-command.ts';
import type { Terminal } from '../../runner/run/terminal.ts';
import { DEFAULT_ROLLOUTS, generateSeededNumber } from '../../runner/values/index.ts';
import { computeWilsonInterval } from '../../runner/verdict/index.ts';

/**
 * Measures `turntree bisect` on agents whose decisive turn is known: real runs of the runner, with a module agent and
 * mocked tools. The seeds are the numbers from 1; none is left out.
 */
const TURNS = 12;
const sizes = { drop: 200, case: 40, nothing: 40, two: 40 } as const;
type Kind = keyof typeof sizes;
type BenchCase = { id: string; kind: Kind; turns: number[] };

/**
 * An agent with a known decisive turn. In `drop`, the agent skips the check in one turn in a quarter of the attempts,
 * and recovers from that in a fifth of these: the chance of passing is .8 before that turn and .2 from it on. In `two`,
 * the chance is .9, .5 and .1. In the other modes it is the same in all turns: .2 or .8.
 */
const agent = `
import { readFileSync } from 'node:fs';
import path from 'node:path';
function draw(text) {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}
export default async function desk({ messages, attempt, turn, case_id, metadata }, { tools }) {
  const mode = readFileSync(path.join(import.meta.dirname, 'mode.txt'), 'utf8');
  const isRecorded = mode === 'record';
  const { kind, turns } = metadata;
  const chance = (what) => draw([case_id, mode, attempt, turn, what].join(':'));
  let slips = messages.filter(({ role, content }) => role === 'assistant' && String(content).includes('at once')).length;
  let said = 'noted';
  if (turns.includes(turn)) {
    const isSlip = isRecorded || chance('slip') < (kind === 'two' ? 0.1 : 0.25);
    if (!isSlip) await tools.check_policy({});
    await tools.refund({ id: turn });
    if (isSlip) slips += 1;
    said = isSlip ? 'done at once' : 'done by the rules';
  }
  if (turn < ${TURNS}) return said;
  const passes = { drop: [1, 0.2], two: [0.989, 0.544, 0.1], case: [0.2], nothing: [0.8] }[kind][slips] ?? 0;
  return said + (!isRecorded && chance('end') < passes ? ', all is well' : ', sorry');
}
`;

function drawCases(): BenchCase[] {
  return (Object.keys(sizes) as Kind[]).flatMap((kind) =>
    Array.from({ length: sizes[kind] }, (_, index): BenchCase => {
      const id = `${kind}-${index + 1}`;
      const draw = (what: string, from: number, to: number) =>
        from + Math.floor(generateSeededNumber(`${id}:${what}`) * (to - from + 1));
      if (kind === 'drop') return { id, kind, turns: [draw('turn', 1, TURNS)] };
      if (kind !== 'two') return { id, kind, turns: [] };
      const first = draw('first', 1, TURNS - 2);
      return { id, kind, turns: [first, draw('second', first + 1, TURNS - 1)] };
    }),
  );
}

type Measured = BenchCase & { outcome: BisectOutcome };

const root = mkdtempSync(path.join(os.tmpdir(), 'turntree-bisect-'));
const silent = { write: () => true, once: () => undefined };
const terminal: Terminal = { stdout: silent, stderr: silent, variables: { NO_COLOR: '1' }, cwd: root };
const { signal } = new AbortController();
const mode = path.join(root, 'mode.txt');
const limit = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
try {
  const cases = drawCases().filter(({ id }) => Number(id.split('-')[1]) <= limit);
  const runId = await record(cases);
  // The agent's random decisions depend on the mode, so that the rollouts draw other random numbers than the recording
  // did.
  writeFileSync(mode, 'play');
  const measured: Measured[] = [];
  for (const one of cases) {
    measured.push(await measure(one, runId));
    if (measured.length % 20 === 0) process.stderr.write(`${measured.length} of ${cases.length}\n`);
  }
  print(measured);
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function record(cases: readonly BenchCase[]): Promise<string> {
  mkdirSync(path.join(root, 'tests'));
  writeFileSync(path.join(root, 'desk.mjs'), agent);
  writeFileSync(mode, 'record');
  const desk = { type: 'module', path: 'desk.mjs', isolate: 'suite' };
  writeFileSync(path.join(root, 'runner.config.json'), JSON.stringify({ agents: { desk } }));
  const lines = cases.map(({ id, kind, turns }) =>
    JSON.stringify({
      id,
      turns: Array.from({ length: TURNS }, (_, index) => `message ${index + 1}`),
      mocks: { refund: [{ result: 'done' }], check_policy: [{ result: 'allowed' }] },
      options: { metadata: { kind, turns } },
      assert: { type: 'contains', value: 'all is well', on: 'last' },
    }),
  );
  writeFileSync(path.join(root, 'tests', 'cases.jsonl'), lines.join('\n'));
  const flags = { app: root, quiet: true, output: false as const, name: 'desk', parallel: 4 };
  const request = { inputs: ['tests/cases.jsonl'], flags };
  const outcome = await runTestCommand({ request, outside: terminal, loadQueue: undefined }, signal);
  if (outcome.kind === 'dry-run') throw new Error('nothing was recorded');
  return outcome.state.runId;
}

async function measure(one: BenchCase, runId: string): Promise<Measured> {
  const target = { run: runId, caseReference: one.id };
  return {
    ...one,
    outcome: await bisectTurns({ target, flags: { app: root, parallel: 1, quiet: true } }, terminal, signal),
  };
}

/**
 * True if a bisection found the decisive turn. A pair of turns is right only if it contains the decisive turn. The last
 * turn is right if the bisection names it as the only candidate.
 */
function isRight({ turns: [turn = 0], outcome: { finding, turns: named } }: Measured): boolean {
  return finding !== undefined && named.length <= 2 && named.includes(turn);
}

function print(all: readonly Measured[]): void {
  const share = (hits: number, of: number) => `${hits} of ${of} (${((100 * hits) / of).toFixed(1)}%)`;
  const of = (kind: Kind) => all.filter((one) => one.kind === kind);
  const drops = of('drop');
  const count = (holds: (one: Measured) => boolean) => drops.filter(holds).length;
  const right = count(isRight);
  const { low } = computeWilsonInterval(right, drops.length);
  const whole = (one: Measured) => one.outcome.chances.reduce((sum, { played }) => sum + played, 0);
  const mean = (value: (one: Measured) => number) =>
    (drops.reduce((sum, one) => sum + value(one), 0) / drops.length).toFixed(1);
  const lines = [
    `budget ${DEFAULT_ROLLOUTS}`,
    `  right                         ${share(right, drops.length)}, Wilson lower bound ${(100 * low).toFixed(1)}%`,
    `  one turn named                ${share(
      count(({ outcome }) => outcome.finding !== undefined && outcome.turns.length === 1),
      drops.length,
    )}`,
    `  undecided                     ${share(
      count(({ outcome }) => outcome.finding === undefined),
      drops.length,
    )}`,
    `  rollouts on average           ${mean(whole)} conversations and ${mean((one) => one.outcome.begun - whole(one))} single turns`,
    ...(['case', 'nothing'] as const).map((kind) => {
      const none = of(kind).filter(({ outcome }) => outcome.finding === undefined || outcome.turns.length === 0);
      return `  fault in ${`${kind}:`.padEnd(9)} no turn     ${share(none.length, of(kind).length)}`;
    }),
    ...describeTwo(of('two'), share),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function describeTwo(two: readonly Measured[], share: (hits: number, of: number) => string): string[] {
  const ended = (holds: (outcome: BisectOutcome) => boolean) => two.filter(({ outcome }) => holds(outcome));
  const several = ended(({ finding }) => finding?.kind === 'several');
  const both = several.filter(({ turns, outcome }) => turns.every((turn) => outcome.turns.includes(turn)));
  const single = ended(({ finding }) => finding?.kind === 'one' || finding?.kind === 'neighbours');
  const open = single.filter(({ outcome }) => outcome.sentences.some((sentence) => sentence.includes('second turn')));
  return [
    `  two drops: said as a set      ${share(several.length, two.length)}, with both turns ${both.length}`,
    `  two drops: one turn or a pair ${share(single.length, two.length)}, with the words that a second is possible ${open.length}`,
    `  two drops: no turn            ${share(ended(({ finding }) => finding?.kind === 'none').length, two.length)}`,
    `  two drops: undecided          ${share(ended(({ finding }) => finding === undefined).length, two.length)}`,
  ];
}
