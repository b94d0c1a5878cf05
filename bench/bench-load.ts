import { createCaseHash } from '../runner/inputs/case-hash.ts';
import { parseCases } from '../runner/inputs/parse-cases.ts';
import { printMeasurement } from './measure.ts';

const CASES = 100_000;
const TRIES = 5;

const shapes: Record<string, (index: number) => object> = {
  plain: (index) => ({ id: `case-${index}`, input: `hello ${index}`, assert: { type: 'contains', value: 'hello' } }),
  'options and metadata': (index) => ({
    id: `case-${index}`,
    name: `Case ${index}`,
    input: [{ role: 'user', content: `hello ${index}` }],
    assert: [
      { type: 'contains', value: 'hello' },
      { type: 'json_path', path: '$.state', value: 'open' },
      { type: 'tool_called', value: { name: 'find', arguments: { index } } },
    ],
    options: { connector: 'fast', metadata: { index, tone: 'formal' }, skip: { history: true } },
    metadata: { owner: 'support', priority: index % 3 },
    tags: ['smoke', 'support'],
    timeout: '30s',
  }),
  dynamic: (index) => ({
    id: `case-${index}`,
    input: `hello ${index}`,
    simulator: { use: 'tests.user', options: { metadata: { persona: 'in a hurry', goal: 'a refund' } } },
    checkpoints: [
      { id: 'asks', assert: { type: 'contains', value: 'which' } },
      { id: 'books', after: ['asks'], description: 'books it', assert: [{ type: 'tool_called', value: 'book' }] },
    ],
    max_turns: 8,
  }),
};

/** Measures loading and validating 100,000 lines, against `JSON.parse` of each line. */
export async function benchLoad(): Promise<void> {
  for (const [name, shape] of Object.entries(shapes)) {
    const text = Array.from({ length: CASES }, (_, index) => JSON.stringify(shape(index))).join('\n');
    const parseMs = fastestMs(() => {
      for (const line of text.split('\n')) JSON.parse(line);
    });
    const loadMs = fastestMs(() => {
      const { problems } = parseCases({ text, file: 'cases.jsonl', hashOf: createCaseHash() });
      if (problems.length > 0) throw new Error(problems[0]?.message);
    });
    printMeasurement(`loading 100,000 cases: ${name}`, { loadMs, parseMs, ratio: loadMs / parseMs });
  }
}

/** Returns the CPU time of the fastest try; unlike wall time, it does not count other work on the machine. */
function fastestMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < TRIES; round += 1) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
