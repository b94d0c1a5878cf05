import { inOrder } from '../../values/index.ts';
import type { Repeated, RepeatedVerdict } from '../../verdict/index.ts';
import type { AskableVerdict, JudgeAnswer } from './askable-verdicts.ts';

/** How often each verdict is requested. */
export const TIMES = 5;

/** The total number of judge calls. */
export function callsFor(verdicts: readonly AskableVerdict[]): number {
  return verdicts.reduce((sum, { calls, askSwapped }) => sum + calls * TIMES * (askSwapped === undefined ? 1 : 2), 0);
}

type RepeatRequest = { verdicts: readonly AskableVerdict[]; width: number | undefined };

export async function askAgain(
  { verdicts, width = 1 }: RepeatRequest,
  signal: AbortSignal,
): Promise<{ repeated: RepeatedVerdict[]; whyUnanswered: string[] }> {
  const whyUnanswered = new Set<string>();
  const work = async (verdict: AskableVerdict): Promise<RepeatedVerdict> => {
    const answers = await times(verdict.ask);
    const swapped = verdict.askSwapped === undefined ? [] : await times(verdict.askSwapped);
    for (const answer of [...answers, ...swapped]) if (answer.kind === 'unanswered') whyUnanswered.add(answer.why);
    const { judge, model, criterion, passed } = verdict;
    const all = [...answers, ...swapped];
    return {
      judge,
      model,
      criterion,
      again: repeatedIn(answers, passed),
      swapped: verdict.askSwapped && repeatedIn(swapped, passed),
      undecided: all.filter((answer) => answer.kind === 'answered' && answer.passed === null).length,
      unanswered: all.filter(({ kind }) => kind === 'unanswered').length,
    };
  };
  const repeated = await inOrder({ items: verdicts, width, work }, signal);
  return { repeated, whyUnanswered: [...whyUnanswered] };
}

async function times(ask: (time: number) => Promise<JudgeAnswer>): Promise<JudgeAnswer[]> {
  const answers: JudgeAnswer[] = [];
  for (let time = 0; time < TIMES; time += 1) answers.push(await ask(time));
  return answers;
}

function repeatedIn(answers: readonly JudgeAnswer[], passed: boolean): Repeated {
  const outcomes = answers.flatMap((answer) => (answer.kind === 'answered' ? [answer.passed] : []));
  return { answers: outcomes.length, flips: outcomes.filter((each) => each !== passed).length };
}
