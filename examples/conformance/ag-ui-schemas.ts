// biome-ignore lint/performance/noBarrelFile: it stands in the place of a file of runner/testing.
export { EventSchema, RunAgentInputSchema } from '@ag-ui/core/schemas';
