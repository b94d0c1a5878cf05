import type { RunOptions } from '../contract/index.ts';

type HelperModelOfRun = NonNullable<RunOptions['helpers']>[number];
type RunWithHelperModels = {
  rows: readonly { simulator?: { use: string; by?: 'rules' | 'model' | undefined } | undefined }[];
  options?: Pick<RunOptions, 'helpers'> | undefined;
};

/**
 * Describes what simulated the user in a run, and which models judged it: `user: rules`, `judge: openai:gpt-5 prompt
 * 1`.
 */
export function describeHelperModels({
  rows,
  options: { helpers = [] } = {},
}: RunWithHelperModels): { text: string; why: string }[] {
  const players = new Set(
    rows.flatMap(({ simulator }) => (simulator === undefined || simulator.by === 'model' ? [] : [simulator.use])),
  );
  const byModels = helpers.map((helper) => ({ text: formatHelperModel(helper), why: helper.why }));
  return [...[...players].map((use) => ({ text: `user: ${use.replace(/^agents:/, '')}`, why: '' })), ...byModels];
}

/** Formats a model of the judge or the simulator, with the version of its prompt: `judge: openai:gpt-5 prompt 1`. */
function formatHelperModel({ role, connector, prompt }: HelperModelOfRun): string {
  return `${role === 'judge' ? 'judge' : 'user'}: ${connector} ${prompt.replace(/^\w+/, 'prompt')}`;
}
