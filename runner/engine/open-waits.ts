import type { Fault, Phase } from '../contract/index.ts';
import type { Deadline } from '../ports/index.ts';

type Open = { phase: Phase | 'before' | 'after'; turn?: number | undefined };

/** Who an attempt waits for. What was open when its time was up stays, however late whoever was asked gives up. */
export type OpenWaits = {
  begin(open: Open): void;
  end(): void;
  /** A call of a model or a service begins; answers how to say that it is over. */
  calling(service: Service): () => void;
  /** `the simulator's model in turn 3` */
  words(): string;
  /** On an overloaded machine it is nobody's here. */
  fault(evidence: string, load: 'usual' | 'overloaded'): Fault;
};

/** What is called over the network. */
type Service = 'model' | 'server';
type Waited = { who: string; by: Fault['by'] };

const waited: Readonly<Record<Open['phase'], Waited>> = {
  agent: { who: 'the agent', by: 'agent' },
  tool: { who: 'a tool of the agent', by: 'agent' },
  simulator: { who: 'the simulator', by: 'simulator' },
  judge: { who: 'the judge', by: 'judge' },
  scorer: { who: 'a scorer', by: 'user_code' },
  script: { who: 'a script', by: 'user_code' },
  before: { who: 'the before script', by: 'user_code' },
  after: { who: 'the after script', by: 'user_code' },
};
const nobody: Waited = { who: 'the files of the case', by: 'case' };

export function createOpenWaits(deadline: Pick<Deadline, 'stopped'>): OpenWaits {
  const calls = new Map<symbol, Service>();
  let open: Open | undefined;
  const isFrozen = () => deadline.stopped() !== undefined;
  const party = () => (open === undefined ? nobody : waited[open.phase]);
  return {
    begin(next) {
      if (!isFrozen()) open = next;
    },
    end() {
      if (!isFrozen()) open = undefined;
    },
    calling(service) {
      const call = Symbol('call');
      calls.set(call, service);
      return () => {
        if (!isFrozen()) calls.delete(call);
      };
    },
    words() {
      const { who } = party();
      const [service] = calls.values();
      const turn = open?.turn === undefined ? '' : ` in turn ${open.turn}`;
      return `${service === undefined ? who : `${who}'s ${service}`}${turn}`;
    },
    fault(evidence, load) {
      return {
        by: calls.size > 0 || load === 'overloaded' ? 'infra' : party().by,
        kind: 'timeout',
        ...(open?.turn === undefined ? {} : { turn: open.turn }),
        severity: 'critical_hindered',
        rule:
          load === 'overloaded' ? 'this machine was overloaded meanwhile' : 'who was waited for when the time was up',
        evidence,
        confidence: 'certain',
      };
    },
  };
}
