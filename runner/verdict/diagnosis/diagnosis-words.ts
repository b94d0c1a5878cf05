import type { Json } from '../../values/index.ts';
import type { Diagnosis } from './diagnose.ts';
import type { Problem } from './problems.ts';

/** ``Stuck since T2: `offer` never came; nearest at T3``: the decisive problem in a line, the same in every output. */
export function diagnosisHeadline({ problems: [first] }: Diagnosis): string {
  return headlineOf(first);
}

/** The lines below the headline: what the decisive problem lacked, the other problems, whose fault it was. */
export function diagnosisDetails({ problems: [first, ...others], faults }: Diagnosis): string[] {
  return [...detailsOf(first), ...others.flatMap((other) => [headlineOf(other), ...detailsOf(other)]), ...faults];
}

function headlineOf(problem: Problem): string {
  switch (problem.kind) {
    case 'stuck': {
      const { checkpoint, since, nearest, isFirst } = problem;
      const never = `\`${checkpoint}\` never came${nearest === undefined ? '' : `; nearest at T${nearest.turn}`}`;
      if (since !== undefined) return `Stuck since T${since}: ${never}`;
      return isFirst ? `Stuck from the start: ${never}` : `Incomplete: ${never}`;
    }
    case 'order':
      return orderHeadline(problem);
    case 'wrong':
      return problem.turn === undefined ? problem.message : `Wrong at T${problem.turn}: ${problem.message}`;
    case 'broke':
      return problem.message;
    default:
      return problem satisfies never;
  }
}

function orderHeadline({ checkpoint, turn, before }: Extract<Problem, { kind: 'order' }>): string {
  const first = before.map((id) => `\`${id}\``).join(', ');
  return `Out of order at T${turn}: \`${checkpoint}\` came${first === '' ? ' too early' : ` before ${first}`}`;
}

function detailsOf(problem: Problem): string[] {
  switch (problem.kind) {
    case 'stuck': {
      const { message = '', nearest, waiting, stopped } = problem;
      const isQuoted = nearest === undefined || message.includes(nearest.quote);
      return [
        ...(message === '' ? [] : [message]),
        ...(isQuoted ? [] : [`T${nearest.turn} was nearest: "${nearest.quote}"`]),
        ...waitingLine(waiting),
        ...(stopped === undefined ? [] : [`stopped: ${stopped}`]),
      ];
    }
    case 'order':
      return [...(problem.message === undefined ? [] : [problem.message]), ...waitingLine(problem.waiting)];
    case 'wrong': {
      const { message, expected, actual, place } = problem;
      return [
        ...(place === undefined ? [] : [`at ${place}`]),
        ...valueLine('expected: ', expected, message),
        ...valueLine('actual:   ', actual, message),
      ];
    }
    case 'broke':
      return [];
    default:
      return problem satisfies never;
  }
}

function waitingLine(waiting: readonly string[]): string[] {
  return waiting.length === 0 ? [] : [`waiting for it: ${waiting.join(', ')}`];
}

/** A message mostly says itself what was expected and found. */
function valueLine(name: string, value: Json | undefined, message: string): string[] {
  if (value === undefined) return [];
  const text = JSON.stringify(value);
  const isSaid = message.includes(text) || (typeof value === 'string' && message.includes(value));
  return isSaid ? [] : [`${name}${text}`];
}
