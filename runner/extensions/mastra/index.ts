import { ownFile } from '../../host/own-file.ts';
import type { ForeignSystem } from '../system.ts';
import { shapes } from './mastra-objects.ts';

/** Mastra: scorers and agents that are objects of the user's program. */
export const mastra: ForeignSystem = {
  objects: {
    shapes,
    module: () => ownFile('mastra-objects', import.meta.url),
    // Otherwise Mastra sends usage telemetry to its makers.
    variables: { MASTRA_TELEMETRY_DISABLED: '1' },
  },
};
