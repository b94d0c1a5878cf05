import type { RunEventBody } from '../../../contract/index.ts';
import type { WorkerMessage } from './messages.ts';

type DeliveryPart = Extract<WorkerMessage, { kind: 'events' }>;

/**
 * Assembles the events that workers send in parts (a delivery is all events of one attempt from one worker). Each
 * delivery is assembled separately, so that parts from a lost worker are never mixed with parts from its successor.
 */
export type DeliveryAssembler = {
  /**
   * Takes a part. Returns the events of the delivery when its last part has arrived, and only once. A part may arrive
   * twice.
   */
  addPart(part: DeliveryPart): RunEventBody[] | undefined;
  /** Returns the number of complete deliveries from a worker. */
  countOf(worker: string): number;
};

export function createDeliveryAssembler(): DeliveryAssembler {
  const incompleteDeliveries = new Map<string, Map<number, RunEventBody[]>>();
  const completeDeliveries = new Set<string>();
  const counts = new Map<string, number>();
  return {
    addPart({ id, order, delivery, part, parts, events }) {
      const key = `${order} ${delivery}`;
      if (completeDeliveries.has(key)) return undefined;
      const receivedParts = incompleteDeliveries.get(key) ?? new Map<number, RunEventBody[]>();
      receivedParts.set(part, events);
      if (receivedParts.size < parts) {
        incompleteDeliveries.set(key, receivedParts);
        return undefined;
      }
      incompleteDeliveries.delete(key);
      completeDeliveries.add(key);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return [...receivedParts].toSorted(([one], [other]) => one - other).flatMap(([, each]) => each);
    },
    countOf: (worker) => counts.get(worker) ?? 0,
  };
}
