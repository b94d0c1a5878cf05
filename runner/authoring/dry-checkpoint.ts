import type { Subject } from '../assertions/subject.ts';
import type { DryCheckpointSource } from './dry-case.ts';
import type { DryJudge } from './dry-judge.ts';
import type { DryCheck } from './dry-result.ts';

export type CheckpointJudge = (
  source: DryCheckpointSource,
  place: { subject: Subject; turn: number },
) => Promise<DryCheck[]>;

/** Judges checkpoints turn by turn, each once however often it is asked. */
export function createCheckpointJudge(judge: DryJudge): CheckpointJudge {
  const known = new Map<string, Promise<DryCheck[]>>();
  return (source, place) => {
    const key = `${source.index} ${place.turn}`;
    const found = known.get(key) ?? judgeAll(source, place);
    known.set(key, found);
    return found;
  };

  async function judgeAll({ id, checks }: DryCheckpointSource, place: { subject: Subject; turn: number }) {
    const judged: DryCheck[] = [];
    for (const check of checks) judged.push(await judge(check, { ...place, checkpoint: id }));
    return judged;
  }
}
