import { postToRoute } from '@/lib/queries/fetch-json';
import {
  type CaseReference,
  createDocumentCheck,
  createReferenceKey,
  type DocumentEntry,
  type IncrementalDocumentParts,
  type ReferenceProblem,
} from '@/runner/authoring';

const REFERENCE_CHECK_DELAY_MS = 300;
const REFERENCE_CACHE_TTL_MS = 30_000;
const MAX_REFERENCES_PER_REQUEST = 2_000;

export type SuiteTextChecker = { read(text: string): IncrementalDocumentParts };

/**
 * Creates a function that checks the text of a file. After the server has checked the references in the last text,
 * `onNews` is called with updated results.
 */
export function createSuiteTextChecker(
  suiteKey: string,
  onNews: (documentParts: IncrementalDocumentParts) => void,
): SuiteTextChecker {
  const answers: CheckedReferences = new Map();
  const findReferenceProblem = (reference: CaseReference): ReferenceProblem | undefined =>
    answers.get(createReferenceKey(reference))?.problem;
  const check = createDocumentCheck({ file: suiteKey, checkReference: findReferenceProblem });
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function recheckReferences(entries: readonly DocumentEntry[]): Promise<void> {
    const changed = await checkReferencesOnServer({
      suiteKey,
      wanted: findReferencesToCheck(entries, answers),
      answers,
    });
    if (changed.size > 0) onNews(check.recheckEntries((reference) => changed.has(createReferenceKey(reference))));
  }

  return {
    read(text) {
      const documentParts = check.readParts(text);
      clearTimeout(timer);
      timer = setTimeout(() => void recheckReferences(documentParts.entries), REFERENCE_CHECK_DELAY_MS);
      return documentParts;
    },
  };
}

type CheckedReference = { problem: ReferenceProblem | undefined; at: number };
type CheckedReferences = Map<string, CheckedReference>;

/**
 * Returns the references that must be checked on the server: those without a result, and those whose result has
 * expired, because other programs may have changed files.
 */
function findReferencesToCheck(entries: readonly DocumentEntry[], answers: CheckedReferences): CaseReference[] {
  const since = performance.now() - REFERENCE_CACHE_TTL_MS;
  const pendingReferences = new Map<string, CaseReference>();
  for (const { references } of entries) {
    for (const reference of references) {
      const key = createReferenceKey(reference);
      if ((answers.get(key)?.at ?? Number.NEGATIVE_INFINITY) < since) pendingReferences.set(key, reference);
    }
  }
  return [...pendingReferences.values()].slice(0, MAX_REFERENCES_PER_REQUEST);
}

/**
 * Checks references on the server. Returns the keys of those whose result has changed; none if the server does not
 * answer.
 */
async function checkReferencesOnServer(request: {
  suiteKey: string;
  wanted: CaseReference[];
  answers: CheckedReferences;
}): Promise<Set<string>> {
  const { suiteKey, wanted, answers } = request;
  const changed = new Set<string>();
  if (wanted.length === 0) return changed;
  const response = await postToRoute('POST /api/cases/references', {}, { suiteKey, references: wanted }).catch(
    () => undefined,
  );
  for (const [index, reference] of wanted.entries()) {
    const key = createReferenceKey(reference);
    const problem = response?.problems[index] ?? undefined;
    if (response !== undefined && problem?.message !== answers.get(key)?.problem?.message) changed.add(key);
    if (response !== undefined) answers.set(key, { problem, at: performance.now() });
  }
  return changed;
}
