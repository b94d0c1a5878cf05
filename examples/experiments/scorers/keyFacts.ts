type ScorerInput = { output: string; groundTruth: string };

/** The share of expected facts that a reply contains; the ground truth lists them, separated by semicolons. */
export default function keyFacts({ output, groundTruth }: ScorerInput): { score: number; reason: string } {
  const facts = groundTruth.split(';').map((fact) => fact.trim());
  const missing = facts.filter((fact) => !output.toLowerCase().includes(fact.toLowerCase()));
  return {
    score: (facts.length - missing.length) / facts.length,
    reason: missing.length === 0 ? 'all facts are there' : `missing: ${missing.join(', ')}`,
  };
}
