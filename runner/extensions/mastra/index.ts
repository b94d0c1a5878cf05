import { resolveTurntreeModuleUrl } from '../../host/turntree-module-url.ts';
import type { SystemIntegration } from '../system.ts';
import { objectRecognizer } from './mastra-objects.ts';

/** Support for Mastra: scorers and agents that are objects of Mastra in the user's program. */
export const mastra: SystemIntegration = {
  objects: {
    shapes: objectRecognizer,
    module: () => resolveTurntreeModuleUrl('mastra-objects', import.meta.url),
    // Disables the usage statistics that Mastra would send to its makers.
    variables: { MASTRA_TELEMETRY_DISABLED: '1' },
  },
};
