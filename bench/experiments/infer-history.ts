import {
  type BenchWorkspace,
  benchWorkspace,
  cliProgram,
  type Measurement,
  measure,
  printMeasurement,
} from '../measure.ts';

const CASES = 100;
const RUNS = 5;
const ATTEMPTS = 20;
const conversations = CASES * RUNS * ATTEMPTS;

/** Measures `turntree infer` over 10,000 recorded conversations (goal: under 10 s of CPU time and 300 MB). */
export async function benchInferHistory(): Promise<void> {
  const workspace = benchWorkspace();
  workspace.write('runner.config.json', JSON.stringify({ agents: { desk: { type: 'module', path: 'desk.ts' } } }));
  workspace.write('desk.ts', agent);
  const turns = [1, 2, 3].map((turn) => ({ input: `Turn ${turn} about my order` }));
  const suite = workspace.suite('suite', CASES, { turns, assert: { type: 'contains', value: 'goodbye', on: 'any' } });
  for (let run = 0; run < RUNS; run += 1) {
    const flags = ['-n', 'desk', '--runs', String(ATTEMPTS), '--parallel', '8', '--no-output', '-q'];
    await runCommand(workspace, ['test', suite, ...flags], [0, 1]);
  }
  for (const flags of [[], ['--write']]) {
    const command = ['infer', suite, ...flags];
    const { wallMs, treeCpuMs, peakMb } = await runCommand(workspace, command, [0]);
    printMeasurement(['infer', ...flags].join(' '), { conversations, wallMs, treeCpuMs, peakMb });
  }
  workspace.remove();
}

async function runCommand(
  { root }: BenchWorkspace,
  command: readonly string[],
  codes: readonly number[],
): Promise<Measurement> {
  const measured = await measure([...cliProgram, ...command], root);
  if (measured.code === null || !codes.includes(measured.code)) {
    throw new Error(`turntree ${command.join(' ')} ended with code ${measured.code}`);
  }
  return measured;
}

/**
 * An agent that looks things up, refunds an order and says goodbye; in a quarter of its conversations it does one of
 * these steps wrong.
 */
const agent = `
import { createHash } from 'node:crypto';
const words = ['parcel', 'refund', 'invoice', 'address', 'carrier', 'delay', 'voucher', 'return', 'label', 'depot'];
const say = (seed: number): string =>
  Array.from({ length: 40 }, (_, at) => words[(seed * 7 + at * at * 3) % words.length]).join(' ');
export default ({ turn, session_id: session }: { turn: number; session_id: string }) => {
  const seed = createHash('sha256').update(session).digest().readUInt16BE();
  const mistake = seed % 12;
  const number = seed % 97;
  if (turn === 1) {
    const rows = Array.from({ length: 12 }, (_, row) => ({ id: 'ORD-' + (1000 + row * 7), total: row * 3.5, text: words[row % 10] }));
    return { content: 'Which day was it? ' + say(number), tool_calls: [{ tool: 'list_orders', arguments: { page: 1 }, result: rows }] };
  }
  if (turn === 2) {
    const policy = { tool: 'get_policy', arguments: {}, result: 'Refunds within 30 days.' };
    const refund = { tool: 'refund', arguments: { id: 'ORD-1007', amount: mistake === 1 ? 9 : 3.5 }, result: { ref: 'R' + number } };
    return { content: say(number + 1), tool_calls: mistake === 2 ? [refund, policy] : [policy, refund] };
  }
  if (turn === 3) return say(number + 2);
  return mistake > 0 && mistake < 4 ? 'No. ' + say(number) : 'You get 3.50 EUR, goodbye. ' + say(number + 3);
};
`;
