import { createUserMessageGuard } from '../runner/simulated-user/guard.ts';
import { buildUserContract, createRuleBasedUser } from '../runner/simulated-user/index.ts';
import {
  type BenchWorkspace,
  benchWorkspace,
  cliProgram,
  type Measurement,
  measure,
  printMeasurement,
} from './measure.ts';
import { isolatedFloor } from './peers/programs.ts';

const CONVERSATIONS = 500;
const ROUNDS = 3;
const REPEATS = 2_000;
const LIMITS_US = { turn: 100, guard: 200 };

/** The agent asks five questions and then acts, so a conversation has six turns. */
const questions = [
  'Of course. What is your order number?',
  'Thank you. Which e-mail address did you use for the order?',
  'I need your zip code, too.',
  'On which date did you buy it? Please share the date of purchase.',
  'I found the order. Shall I refund it?',
];
const TURNS = questions.length + 1;
const desk = `const questions = ${JSON.stringify(questions)};
export default ({ turn }: { turn: number }) =>
  questions[turn - 1] ?? { content: 'I have refunded it.', tool_calls: [{ tool: 'refund', arguments: {}, result: 'ok' }] };
`;
const simulator = {
  goal: 'get a refund for the lamp',
  facts: {
    'order number': 'W2378156',
    'e-mail': 'ann@shop.example',
    'zip code': '62704',
    'date of purchase': '2026-05-14',
  },
};

/** Measures whole conversations with the rule-based simulated user, and the steps of one message. */
export async function benchUsers(): Promise<void> {
  benchRules();
  benchGuard();
  const workspace = benchWorkspace();
  const turns = CONVERSATIONS * TURNS;
  const floor = { workspace, count: turns, suite: workspace.suite('turns', turns) };
  const conversations = writeConversations(workspace);
  const runs = { floor: [] as Measurement[], ours: [] as Measurement[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.floor.push(await measure(isolatedFloor.prepare(floor), workspace.root));
    const args = ['test', conversations, '-n', 'desk', '--no-output'];
    runs.ours.push(await measure([...cliProgram, ...args], workspace.root));
  }
  if ([...runs.floor, ...runs.ours].some(({ code }) => code !== 0)) throw new Error('a run did not pass');
  const [floorCpuMs, cpuMs] = [middleCpu(runs.floor), middleCpu(runs.ours)];
  printMeasurement(`user by rules, ${CONVERSATIONS} conversations of ${TURNS} turns`, {
    wallMs: Math.min(...runs.ours.map(({ wallMs }) => wallMs)),
    cpuMsPerTurn: cpuMs / turns,
    floorCpuMsPerTurn: floorCpuMs / turns,
    ratioToFloor: cpuMs / floorCpuMs,
  });
  workspace.remove();
}

/**
 * Writes recorded conversations. Each of them must have all of its turns; otherwise the figures could not be compared.
 */
function writeConversations(workspace: BenchWorkspace): string {
  workspace.write('desk.ts', desk);
  workspace.write('runner.config.json', JSON.stringify({ agents: { desk: { type: 'module', path: 'desk.ts' } } }));
  return workspace.suite('conversations', CONVERSATIONS, {
    input: undefined,
    simulator,
    until: 'done',
    assert: [
      { type: 'tool_called', value: 'refund' },
      { type: 'elicited', value: Object.keys(simulator.facts) },
    ],
  });
}

/** Measures a rule-based user (goal: under 0.1 ms a turn). */
function benchRules(): void {
  const converse = (): void => {
    // Built for each conversation, as in a run, because the contract stores what the user has found in messages.
    const user = createRuleBasedUser(buildUserContract(simulator, { seed: 'bench' }));
    user.open();
    for (const text of questions) user.reply({ text, calls: 0 });
    user.reply({ text: 'I have refunded it.', calls: 1 });
  };
  const perConversation = cpuUs(converse);
  printMeasurement('user by rules, one turn', { cpuUs: perConversation / TURNS, limitUs: LIMITS_US.turn });
}

/** Measures the guard of simulated users (goal: under 0.2 ms for a message of 2,000 characters). */
function benchGuard(): void {
  const contract = buildUserContract(simulator, { seed: 'bench' });
  const [message, answer] = [
    longText('I bought the lamp in your shop, and it does not work.'),
    longText('I can see 3 lamps. What is your order number?'),
  ];
  const guard = createUserMessageGuard(contract);
  guard.addAgentMessage(answer);
  const draft = { message, ends: false, hasOpenGoal: true, tellable: new Set(['order number']) };
  const check = (): unknown => guard.check(draft);
  printMeasurement('guard, a message of 2,000 characters', { cpuUs: cpuUs(check), limitUs: LIMITS_US.guard });
}

function longText(sentence: string): string {
  return `${sentence} `.repeat(Math.ceil(2_000 / sentence.length)).slice(0, 2_000);
}

/** Returns the CPU time of one call in microseconds, once the code is warm. */
function cpuUs(call: () => unknown): number {
  for (let repeat = 0; repeat < REPEATS; repeat += 1) call();
  const before = process.cpuUsage();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REPEATS;
}

function middleCpu(measurements: readonly Measurement[]): number {
  const sorted = measurements.map(({ treeCpuMs }) => treeCpuMs).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
