import { AgentError } from '../../../ports/index.ts';
import type { MissingPart } from '../databases/missing-part.ts';

/** A missing part that an agent or a workflow needs; `place` is where it is needed: `flows/a.workflow.yml:4:16`. */
export type PlacedPart = MissingPart & { place: string };

/**
 * Missing parts, each listed once. Those that the config can provide share one line, with one snippet that provides
 * them all.
 */
export class MissingParts extends AgentError {
  readonly parts: readonly PlacedPart[];

  constructor(parts: readonly PlacedPart[]) {
    const each = parts.filter(({ what }, index) => parts.findIndex((part) => part.what === what) === index);
    super(describeParts(each).join('\n'), 'configuration');
    this.parts = each;
  }
}

function describeParts(parts: readonly PlacedPart[]): string[] {
  const answerable = parts.filter((part) => part.kind === 'handler');
  return parts.flatMap((part) => {
    if (part.kind !== 'handler') return `${part.place}: ${part.what}`;
    return part === answerable[0] ? describeUnanswered(part, answerable) : [];
  });
}

function describeUnanswered(
  { place, what }: PlacedPart,
  all: readonly Extract<PlacedPart, { kind: 'handler' }>[],
): string {
  const nor = all.slice(1).map((part) => `, nor does ${part.what} in ${pathFrom(place, part.place)}`);
  const entries = all.map(({ handler }) => handler).join(', ');
  const answer = `Answer ${all.length === 1 ? 'it' : 'them'} in runner.config.ts`;
  return `${place}: ${what} does not run here${nor.join('')}. ${answer}: export default { processes: { ${entries} } }`;
}

/** Returns `line 46` for a place in the same file as `first`, else the whole place. */
function pathFrom(first: string, place: string): string {
  const [file, line] = /^(.*?):(\d+):\d+$/.exec(place)?.slice(1) ?? [];
  return file !== undefined && first.startsWith(`${file}:`) ? `line ${line}` : place;
}
