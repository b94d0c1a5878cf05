import { send } from '@/lib/queries/fetch-json';
import {
  createDocumentCheck,
  type DocumentEntry,
  type ReadParts,
  type Reference,
  type ReferenceProblem,
  referenceKey,
} from '@/runner/authoring';

const ASK_AFTER_MS = 300;
const ASK_AGAIN_AFTER_MS = 30_000;
const MOST_AT_ONCE = 2_000;

/** Checks the text of one file while it changes. */
export type TextCheck = { read(text: string): ReadParts };

/** `onNews` hears what is known better of the text that was read last, once the server has said what cases name. */
export function createTextCheck(suiteKey: string, onNews: (parts: ReadParts) => void): TextCheck {
  const answers: Answers = new Map();
  const answer = (reference: Reference): ReferenceProblem | undefined => answers.get(referenceKey(reference))?.problem;
  const check = createDocumentCheck({ file: suiteKey, answer });
  let waiting: ReturnType<typeof setTimeout> | undefined;

  async function ask(entries: readonly DocumentEntry[]): Promise<void> {
    const changed = await askServer({ suiteKey, wanted: unknownIn(entries, answers), answers });
    if (changed.size > 0) onNews(check.recheck((reference) => changed.has(referenceKey(reference))));
  }

  return {
    read(text) {
      const parts = check.read(text);
      clearTimeout(waiting);
      waiting = setTimeout(() => void ask(parts.entries), ASK_AFTER_MS);
      return parts;
    },
  };
}

type Answered = { problem: ReferenceProblem | undefined; at: number };
type Answers = Map<string, Answered>;

/** Returns the references without a recent answer: files come and go beside the page. */
function unknownIn(entries: readonly DocumentEntry[], answers: Answers): Reference[] {
  const since = performance.now() - ASK_AGAIN_AFTER_MS;
  const pendingReferences = new Map<string, Reference>();
  for (const { references } of entries) {
    for (const reference of references) {
      const key = referenceKey(reference);
      if ((answers.get(key)?.at ?? Number.NEGATIVE_INFINITY) < since) pendingReferences.set(key, reference);
    }
  }
  return [...pendingReferences.values()].slice(0, MOST_AT_ONCE);
}

/** Answers the keys of references that are judged in another way now. A server that does not answer has no complaint. */
async function askServer(request: { suiteKey: string; wanted: Reference[]; answers: Answers }): Promise<Set<string>> {
  const { suiteKey, wanted, answers } = request;
  const changed = new Set<string>();
  if (wanted.length === 0) return changed;
  const response = await send('POST /api/cases/references', {}, { suiteKey, references: wanted }).catch(
    () => undefined,
  );
  for (const [index, reference] of wanted.entries()) {
    const key = referenceKey(reference);
    const problem = response?.problems[index] ?? undefined;
    if (response !== undefined && problem?.message !== answers.get(key)?.problem?.message) changed.add(key);
    if (response !== undefined) answers.set(key, { problem, at: performance.now() });
  }
  return changed;
}
