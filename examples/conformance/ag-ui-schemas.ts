// biome-ignore lint/performance/noBarrelFile: replaces a file of runner/testing
export { EventSchema, RunAgentInputSchema } from '@ag-ui/core/schemas';
