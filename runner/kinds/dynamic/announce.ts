import type { AnnouncedCase, DynamicCase } from '../../contract/index.ts';
import { conditionOf } from '../../fold/index.ts';

export function announceConversation({ maxTurns, checkpoints, simulator }: DynamicCase): Partial<AnnouncedCase> {
  return {
    maxTurns,
    checkpoints: checkpoints.map(({ id, description, after, required, assert }) => ({
      id,
      after,
      required,
      conditions: assert.map(conditionOf),
      description,
    })),
    simulator:
      simulator === undefined
        ? undefined
        : {
            use: simulator.use,
            metadata: simulator.options?.metadata,
            connector: simulator.options?.connector,
          },
  };
}
