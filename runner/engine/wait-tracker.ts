import type { Fault, Phase } from '../contract/index.ts';
import type { Deadline, ServiceKind } from '../ports/index.ts';

type PhaseWithOpenWait = { phase: Phase | 'before' | 'after'; turn?: number | undefined };

/**
 * Tracks what an attempt is waiting for. At the timeout, the current state is kept, because the called service may stop
 * later.
 */
export type WaitTracker = {
  beginPhase(openPhase: PhaseWithOpenWait): void;
  endPhase(): void;
  beginRequest(id: number, service: ServiceKind): void;
  endRequest(id: number): void;
  /** Describes what the attempt is waiting for, such as `the simulator's model in turn 3`. */
  describeWait(): string;
  /** Returns the fault of an attempt that timed out. If the machine is overloaded, the infrastructure is at fault. */
  createTimeoutFault(evidence: string, load: 'usual' | 'overloaded'): Fault;
};

type WaitTarget = { who: string; by: Fault['by'] };

const waitTargetByPhase: Readonly<Record<PhaseWithOpenWait['phase'], WaitTarget>> = {
  agent: { who: 'the agent', by: 'agent' },
  tool: { who: 'a tool of the agent', by: 'agent' },
  simulator: { who: 'the simulator', by: 'simulator' },
  judge: { who: 'the judge', by: 'judge' },
  scorer: { who: 'a scorer', by: 'user_code' },
  script: { who: 'a script', by: 'user_code' },
  before: { who: 'the before script', by: 'user_code' },
  after: { who: 'the after script', by: 'user_code' },
};
const caseFilesWaitTarget: WaitTarget = { who: 'the files of the case', by: 'case' };

export function createWaitTracker(deadline: Pick<Deadline, 'stopped'>): WaitTracker {
  const requests = new Map<number, ServiceKind>();
  let openPhase: PhaseWithOpenWait | undefined;
  const isFrozen = () => deadline.stopped() !== undefined;
  const findWaitTarget = () => (openPhase === undefined ? caseFilesWaitTarget : waitTargetByPhase[openPhase.phase]);
  return {
    beginPhase(startedPhase) {
      if (!isFrozen()) openPhase = startedPhase;
    },
    endPhase() {
      if (!isFrozen()) openPhase = undefined;
    },
    beginRequest: (id, service) => void requests.set(id, service),
    endRequest(id) {
      if (!isFrozen()) requests.delete(id);
    },
    describeWait() {
      const { who } = findWaitTarget();
      const [service] = requests.values();
      const turn = openPhase?.turn === undefined ? '' : ` in turn ${openPhase.turn}`;
      return `${service === undefined ? who : `${who}'s ${service}`}${turn}`;
    },
    createTimeoutFault(evidence, load) {
      return {
        by: requests.size > 0 || load === 'overloaded' ? 'infra' : findWaitTarget().by,
        kind: 'timeout',
        ...(openPhase?.turn === undefined ? {} : { turn: openPhase.turn }),
        severity: 'critical_hindered',
        rule:
          load === 'overloaded'
            ? 'this machine was overloaded meanwhile'
            : 'what the attempt was waiting for when the time was up',
        evidence,
        confidence: 'certain',
      };
    },
  };
}
