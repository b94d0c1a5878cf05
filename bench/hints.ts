import type { DynamicCase, Turn } from '../runner/contract/index.ts';
import { findHints } from '../runner/kinds/dynamic/hints/find-hints.ts';
import { benchWorkspace, best, entry, measure, report } from './measure.ts';

const CASES = 500;
const TURNS = 10;
const TRIES = 3;
const answer = 'The order is on its way and will be with you on Friday, if nothing comes between. '.repeat(3);
const question = 'Could you please look where my parcel is, and tell me why nobody rang at my door in week';
const goal = 'You wait for a parcel with a red lamp. You want to know where it is and why nobody rang.';

/** What the rules for hints cost, as a share of the work of a run of conversations with instant agents. */
export async function hints(): Promise<void> {
  const workspace = benchWorkspace();
  const agents = { clerk: { type: 'module', path: 'clerk.mjs' }, user: { type: 'module', path: 'user.mjs' } };
  workspace.write('runner.config.json', JSON.stringify({ agents }));
  workspace.write('clerk.mjs', `export default () => ${JSON.stringify(answer)};`);
  const said = `export default ({ messages }) => ({ content: JSON.stringify({ message: ${JSON.stringify(question)} + ' ' + JSON.parse(messages[0].content).turn_number * 7919 % 977, goal_achieved: false }) });`;
  workspace.write('user.mjs', said);
  const conversation = {
    input: question,
    simulator: { use: 'user', options: { metadata: { persona: 'A patient customer', goal } } },
    max_turns: TURNS,
    until: 'done',
    checkpoints: [{ id: 'late', required: false, assert: { type: 'contains', value: 'tomorrow' } }],
    never: [{ type: 'contains', value: 'damn' }],
  };
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `C${index}`, ...conversation }));
  const suite = workspace.write('talks.jsonl', lines.join('\n'));
  const run = await best(TRIES, () =>
    measure([entry, 'test', suite, '-n', 'clerk', '--no-output', '--parallel', '4', '-q'], workspace.root),
  );
  const ruleMs = CASES * msOfRules();
  report(`hints, ${CASES} conversations of ${TURNS} turns`, {
    runCpuMs: run.cpuMs,
    code: run.code ?? -1,
    ruleCpuMs: ruleMs,
    sharePercent: (ruleMs / run.cpuMs) * 100,
  });
  workspace.remove();
}

/** CPU of all rules over one conversation, in milliseconds. */
function msOfRules(): number {
  const turns = Array.from(
    { length: TURNS },
    (_, index): Turn => ({
      ...{ turn: index + 1, origin: index === 0 ? 'case' : 'simulator' },
      input: `${question} ${((index + 1) * 7919) % 977}`,
      response: { content: answer, toolCalls: [] },
      ...{ checkpointsReached: [], startedAt: 0, durationMs: 1 },
    }),
  );
  const testCase: DynamicCase = {
    ...{ kind: 'dynamic', id: 'C', hash: '', input: question, checkpoints: [], maxTurns: TURNS },
    simulator: { use: 'user', options: { metadata: { persona: 'A patient customer', goal } } },
  };
  const play = () => findHints({ testCase, turns, checkpoints: [], endReason: 'max_turns', isFailing: true });
  for (let warm = 0; warm < CASES; warm += 1) play();
  const before = process.cpuUsage();
  for (let round = 0; round < CASES; round += 1) play();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CASES;
}
