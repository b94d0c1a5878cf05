import { createDocumentCheck } from '../runner/authoring/index.ts';
import { openDashboard } from './dashboard.ts';
import { benchWorkspace, report } from './measure.ts';

const TRIES = 9;
const KEYS = 20;

/** Measures checking a file again after a keystroke, and opening it in the editor. */
export async function authoring(): Promise<void> {
  for (const cases of [5_000, 50_000]) {
    for (const [name, shape] of Object.entries(shapes))
      checking(`${cases.toLocaleString('en')} ${name} cases`, lines(cases, shape));
  }
  checking('a line of 5 MB', [JSON.stringify({ id: 'long', input: 'x'.repeat(5_000_000) })]);
  await opening();
}

const shapes: Record<string, (index: number) => object> = {
  plain: (index) => ({ id: `case-${index}`, input: `hello ${index}`, assert: { type: 'contains', value: 'hello' } }),
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

function lines(count: number, shape: (index: number) => object): string[] {
  return Array.from({ length: count }, (_, index) => JSON.stringify(shape(index)));
}

/** Letters are typed into the line in the middle, one after the other. */
function checking(what: string, written: string[]): void {
  const middle = Math.floor(written.length / 2);
  const document = createDocumentCheck({ file: 'cases.jsonl' });
  const firstMs = processorMs(() => document.check(written.join('\n')));
  const typed = Array.from({ length: KEYS }, () => {
    written[middle] = written[middle]?.replace('"input":"', '"input":"x') ?? '';
    return written.join('\n');
  });
  // Together, because the clock of a processor is coarse.
  const keyMs = processorMs(() => typed.forEach((text) => void document.check(text))) / KEYS;
  report(`checking ${what}`, { firstMs, keyMs });
}

/** The time of the processor, not of the clock: other work on the machine must not count. */
function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** From the address to the text in the editor, and to what is wrong with it. */
async function opening(): Promise<void> {
  const workspace = benchWorkspace();
  workspace.suite('many', 5_000, { expected: 1, checkpoints: [{ id: 'p', assert: { type: 'contains', value: 'x' } }] });
  const { url, page, close } = await openDashboard(workspace.root);
  let best = { textMs: Number.POSITIVE_INFINITY, problemsMs: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const started = performance.now();
    await page.goto(`${url}/cases/many.jsonl`, { waitUntil: 'commit' });
    await page.locator('.cm-line').first().waitFor();
    const textMs = performance.now() - started;
    await page.getByText('5000 warnings').waitFor();
    const problemsMs = performance.now() - started;
    if (problemsMs < best.problemsMs) best = { textMs, problemsMs };
  }
  await close();
  workspace.remove();
  report('opening a file of 5,000 cases in the editor', best);
}
