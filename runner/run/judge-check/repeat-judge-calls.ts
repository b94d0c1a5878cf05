import { mapInParallel } from '../../values/index.ts';
import type { RepeatedCount, RepeatedVerdict } from '../../verdict/index.ts';
import type { JudgeAnswer, RepeatableVerdict } from './repeatable-verdicts.ts';

/** How many times the judge is asked again for each verdict. */
export const DEFAULT_REPEATS = 5;

/** Returns the total number of judge calls. */
export function countJudgeCalls(verdicts: readonly RepeatableVerdict[]): number {
  return verdicts.reduce(
    (sum, { calls, askSwapped }) => sum + calls * DEFAULT_REPEATS * (askSwapped === undefined ? 1 : 2),
    0,
  );
}

type RepeatedJudgeCalls = { verdicts: readonly RepeatableVerdict[]; width: number | undefined };

export async function repeatJudgeCalls(
  { verdicts, width = 1 }: RepeatedJudgeCalls,
  signal: AbortSignal,
): Promise<{ repeated: RepeatedVerdict[]; whyUnanswered: string[] }> {
  const whyUnanswered = new Set<string>();
  const askVerdictAgain = async (verdict: RepeatableVerdict): Promise<RepeatedVerdict> => {
    const answers = await askRepeatedly(verdict.ask);
    const swappedAnswers = verdict.askSwapped === undefined ? [] : await askRepeatedly(verdict.askSwapped);
    for (const answer of [...answers, ...swappedAnswers])
      if (answer.kind === 'unanswered') whyUnanswered.add(answer.why);
    const { judge, model, criterion, passed } = verdict;
    const all = [...answers, ...swappedAnswers];
    return {
      judge,
      model,
      criterion,
      again: countRepeatedAnswers(answers, passed),
      swapped: verdict.askSwapped && countRepeatedAnswers(swappedAnswers, passed),
      undecided: all.filter((answer) => answer.kind === 'answered' && answer.passed === null).length,
      unanswered: all.filter(({ kind }) => kind === 'unanswered').length,
    };
  };
  const repeatedVerdicts = await mapInParallel({ items: verdicts, width, work: askVerdictAgain }, signal);
  return { repeated: repeatedVerdicts, whyUnanswered: [...whyUnanswered] };
}

async function askRepeatedly(askJudge: (time: number) => Promise<JudgeAnswer>): Promise<JudgeAnswer[]> {
  const answers: JudgeAnswer[] = [];
  for (let time = 0; time < DEFAULT_REPEATS; time += 1) answers.push(await askJudge(time));
  return answers;
}

function countRepeatedAnswers(answers: readonly JudgeAnswer[], passed: boolean): RepeatedCount {
  const outcomes = answers.flatMap((answer) => (answer.kind === 'answered' ? [answer.passed] : []));
  return { answers: outcomes.length, flips: outcomes.filter((each) => each !== passed).length };
}
