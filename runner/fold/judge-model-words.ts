import type { RunOptions } from '../contract/index.ts';

/**
 * Describes the models of the built-in judge in a run, each with the reason why it was chosen; undefined if there are
 * none.
 */
export function formatJudgeModels({ helpers = [] }: Pick<RunOptions, 'helpers'> = {}): string | undefined {
  return formatModelsWithReasons(helpers.filter(({ role }) => role === 'judge'));
}

/**
 * Describes the models of the built-in simulator of the user in a run, each with the reason why it was chosen;
 * undefined if there are none.
 */
export function formatUserModels({ helpers = [] }: Pick<RunOptions, 'helpers'> = {}): string | undefined {
  return formatModelsWithReasons(helpers.filter(({ role }) => role === 'simulator'));
}

function formatModelsWithReasons(models: NonNullable<RunOptions['helpers']>): string | undefined {
  return models.length === 0 ? undefined : models.map(({ connector, why }) => `${connector} (${why})`).join(', ');
}
