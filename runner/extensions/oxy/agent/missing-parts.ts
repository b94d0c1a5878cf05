import { AgentError } from '../../../ports/index.ts';
import type { MissingPart } from '../databases/missing-part.ts';

/** A part that an agent or a workflow asks for and is not there; `place` is where: `flows/a.workflow.yml:4:16`. */
export type PlacedPart = MissingPart & { place: string };

/** Parts that are missing, each once. What the config can answer is one line, with the one snippet that answers all of it. */
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
    return part === answerable[0] ? unanswered(part, answerable) : [];
  });
}

function unanswered({ place, what }: PlacedPart, all: readonly Extract<PlacedPart, { kind: 'handler' }>[]): string {
  const nor = all.slice(1).map((part) => `, nor does ${part.what} in ${shownFrom(place, part.place)}`);
  const entries = all.map(({ handler }) => handler).join(', ');
  const answer = `Answer ${all.length === 1 ? 'it' : 'them'} in runner.config.ts`;
  return `${place}: ${what} does not run here${nor.join('')}. ${answer}: export default { processes: { ${entries} } }`;
}

/** `line 46` in the same file, else the whole place. */
function shownFrom(first: string, place: string): string {
  const [file, line] = /^(.*?):(\d+):\d+$/.exec(place)?.slice(1) ?? [];
  return file !== undefined && first.startsWith(`${file}:`) ? `line ${line}` : place;
}
