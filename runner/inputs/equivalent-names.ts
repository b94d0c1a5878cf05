/** Maps the names that other tools use for case keys and assertion types to the names used here. */
const equivalentNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    input: ['prompt', 'question', 'query', 'message', 'text', 'content', 'user', 'user_input'],
    expected: [
      'expected_output',
      'expected_answer',
      'expected_response',
      'reference',
      'ground_truth',
      'ideal',
      'answer',
    ],
    name: ['description', 'title'],
    tags: ['labels', 'groups'],
    runs: ['repeat', 'num_trials', 'epochs'],
    equals: ['exact', 'exact_match'],
    contains: ['includes', 'icontains', 'contains-any', 'contains-all', 'substring'],
    not_contains: ['excludes'],
    regex: ['matches', 'match', 'pattern'],
    json_path: ['is-json'],
    agent: [
      'llm-rubric',
      'llm_rubric',
      'llm_judge',
      'judge',
      'rubric',
      'g-eval',
      'factuality',
      'model-graded-closedqa',
    ],
    script: ['javascript', 'python', 'function', 'custom'],
    limits: ['latency', 'cost'],
  }).flatMap(([here, elsewhere]) => elsewhere.map((name) => [name, here] as const)),
);

/** Returns the candidate that means the same as a word of other tools, for "did you mean …?". */
export function findEquivalentName(word: string, candidates: readonly string[]): string | undefined {
  const here = equivalentNames.get(word.toLowerCase());
  return candidates.find((candidate) => candidate === here);
}
