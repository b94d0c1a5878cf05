import { turntreeModuleUrl } from '../../host/own-file.ts';
import type { SystemIntegration } from '../system.ts';
import { shapes } from './mastra-objects.ts';

/** Mastra: scorers and agents that are objects of the user's program. */
export const mastra: SystemIntegration = {
  objects: {
    shapes,
    module: () => turntreeModuleUrl('mastra-objects', import.meta.url),
    // Otherwise Mastra sends usage telemetry to its makers.
    variables: { MASTRA_TELEMETRY_DISABLED: '1' },
  },
};
