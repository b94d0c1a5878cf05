/** The outcome of a judge's reply; `error` is set if the reply contradicts itself. */
export type JudgeReplyVerdict = { score: number; passed: boolean; choice: string; reason: string; error?: string };

const MAX_VERDICT_LINES = 5;

/**
 * Reads the verdict of a comparison. The last line of the reply, trimmed, must be a key of `scores`; any other line
 * gives the score 0, with the reason.
 */
export function parseComparisonVerdict(
  reply: string,
  { judge, scores }: { judge: string; scores: Readonly<Record<string, number>> },
): JudgeReplyVerdict {
  const lines = reply.trim().split('\n');
  const choice = (lines.at(-1) ?? '').trim();
  const reason = lines.slice(0, -1).join('\n').trim();
  const choices = new Set(lines.map((line) => line.trim()).filter((line) => Object.hasOwn(scores, line)));
  if (choices.size > 1) return findContradiction(reply, [...choices]);
  const score = Object.hasOwn(scores, choice) ? scores[choice] : undefined;
  if (score === undefined)
    return {
      score: 0,
      passed: false,
      choice,
      reason: appendNote(reason, describeUnreadableVerdict(choice, { judge, scores })),
    };
  return { score, passed: score >= Math.min(1, ...findHighestScore(scores)), choice, reason };
}

/**
 * Reads the verdict of a reply. Among its last five lines, the last line with PASS or FAIL decides; a line with both
 * counts as FAIL.
 */
export function parseExaminationVerdict(reply: string, judge: string): JudgeReplyVerdict {
  const text = reply.trim();
  const verdicts = new Set(
    text.split('\n').flatMap((line) => /^\W*(?:VERDICT\W+)?(PASS|FAIL)\W*$/i.exec(line)?.[1]?.toUpperCase() ?? []),
  );
  if (verdicts.size > 1) return findContradiction(reply, [...verdicts]);
  const lines = text.split('\n').slice(-MAX_VERDICT_LINES).reverse().map(removeMarkup);
  const verdict = lines.find((line) => line.includes('PASS') || line.includes('FAIL'));
  if (verdict === undefined) {
    const note = `The judge ${judge} gave no verdict: none of the last ${MAX_VERDICT_LINES} lines of its reply says PASS or FAIL.`;
    return { score: 0, passed: false, choice: 'FAIL', reason: appendNote(text, note) };
  }
  const passed = !verdict.includes('FAIL');
  return { score: passed ? 1 : 0, passed, choice: passed ? 'PASS' : 'FAIL', reason: text };
}

/**
 * Returns a message if the reply contains two different verdicts. The judge may have meant either of them, so neither
 * is trusted.
 */
function findContradiction(reply: string, verdicts: readonly string[]): JudgeReplyVerdict {
  const choice = verdicts.join(', ');
  const error = `judge: two different verdicts in one reply: ${choice}`;
  return { score: 0, passed: false, choice, reason: reply.trim(), error };
}

function removeMarkup(line: string): string {
  return line.toUpperCase().replaceAll(/[*#]/g, '').replaceAll('_', ' ');
}

function findHighestScore(scores: Readonly<Record<string, number>>): number[] {
  const values = Object.values(scores);
  return values.length === 0 ? [] : [Math.max(...values)];
}

function describeUnreadableVerdict(
  choice: string,
  { judge, scores }: { judge: string; scores: Readonly<Record<string, number>> },
): string {
  const keys = Object.keys(scores).join(', ');
  if (choice === '') return `The judge ${judge} answered nothing; its last line must be one of: ${keys}.`;
  return `The last line of the judge ${judge} is ${JSON.stringify(choice)}, which matches no score; it must be one of: ${keys}.`;
}

function appendNote(reason: string, note: string): string {
  return reason === '' ? note : `${reason}\n\n${note}`;
}
