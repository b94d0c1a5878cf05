import { jsonSchema } from '../../contract/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { parseYaml } from '../../yaml/read-yaml.ts';
import type { YamlPath } from '../../yaml/yaml-offset.ts';

export type CiMistake = { line: number; column: number; message: string };

/** A step that runs `turntree test`, and the settings that decide whether its exit code counts. */
type TestStep = {
  path: YamlPath;
  command: string;
  hidesFailures: string | undefined;
  ignoresPipes: boolean;
  matrix: Json;
};

const testCommandPattern = /\bturntree\s+test\b/;

/**
 * Finds steps of a GitHub workflow or GitLab pipeline whose result does not depend on the results of the cases. Returns
 * nothing for any other file.
 */
export function findCiMistakes(file: string, text: string): CiMistake[] {
  const parsed = testCommandPattern.test(text) ? parseYaml(jsonSchema, { text, file }) : undefined;
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return [];
  const steps = isJsonObject(parsed.value.jobs ?? null)
    ? listWorkflowSteps(parsed.value)
    : listPipelineSteps(parsed.value);
  return [
    ...steps.flatMap((step) => listStepMistakes(step).map((message) => ({ step, message }))),
    ...listShardMistakes(steps, text),
  ].map(({ step, message }) => ({ ...parsed.positionOf(step.path, 'value'), message }));
}

function listWorkflowSteps(workflow: JsonObject): TestStep[] {
  return Object.entries(toObject(workflow.jobs)).flatMap(([id, value]) => {
    const job = toObject(value);
    const shellOfJob = findShell(job.defaults) ?? findShell(workflow.defaults);
    return toList(job.steps).flatMap((each, index): TestStep[] => {
      const step = toObject(each);
      const command = typeof step.run === 'string' ? step.run : '';
      if (!testCommandPattern.test(command)) return [];
      const isReadLater = typeof step.id === 'string' && JSON.stringify(job).includes(`steps.${step.id}.outcome`);
      const continues = [step, job].some((settings) => settings['continue-on-error'] === true) && !isReadLater;
      const shell = typeof step.shell === 'string' ? step.shell : shellOfJob;
      return [
        {
          path: ['jobs', id, 'steps', index, 'run'],
          command,
          hidesFailures: continues ? 'continue-on-error' : undefined,
          // GitHub sets `pipefail` only if the workflow names `bash` as its shell.
          ignoresPipes: shell !== 'bash' && shell !== 'pwsh' && !command.includes('pipefail'),
          matrix: toObject(job.strategy).matrix ?? null,
        },
      ];
    });
  });
}

function findShell(defaults: Json | undefined): string | undefined {
  const { shell } = toObject(toObject(defaults).run);
  return typeof shell === 'string' ? shell : undefined;
}

/** Lists the steps of a GitLab pipeline. GitLab's shell fails if any command of a pipe fails. */
function listPipelineSteps(pipeline: JsonObject): TestStep[] {
  return Object.entries(pipeline).flatMap(([id, value]) => {
    const job = toObject(value);
    return toList(job.script).flatMap((command, index): TestStep[] => {
      if (typeof command !== 'string' || !testCommandPattern.test(command)) return [];
      const path = Array.isArray(job.script) ? [id, 'script', index] : [id, 'script'];
      const hidesFailures = job.allow_failure === true ? 'allow_failure' : undefined;
      return [{ path, command, hidesFailures, ignoresPipes: false, matrix: null }];
    });
  });
}

function listStepMistakes({ command, hidesFailures, ignoresPipes }: TestStep): string[] {
  const lines = command
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => testCommandPattern.test(line));
  return [
    ...(hidesFailures === undefined ? [] : [`${hidesFailures} lets the job pass even if cases fail`]),
    ...(lines.some((line) => /\|\|\s*(?:true\b|:|exit 0|echo\b)/.test(line))
      ? ['"||" after turntree test lets the step pass even if cases fail']
      : []),
    ...(ignoresPipes && lines.some(isPiped)
      ? ['the exit code of turntree test is lost in the pipe; write "set -o pipefail" or "shell: bash"']
      : []),
    ...(lines.some((line) => line.includes('--update-snapshots'))
      ? ['--update-snapshots accepts every answer, so snapshots cannot fail here']
      : []),
  ];
}

type ShardMistake = { step: TestStep; message: string };

function listShardMistakes(steps: readonly TestStep[], text: string): ShardMistake[] {
  const sharded = steps.filter(({ command }) => /--shard[ =]/.test(command));
  const [first] = sharded;
  if (first === undefined) return [];
  const shards = sharded.flatMap(listShards);
  const [total] = shards.map((shard) => shard.total);
  const isKnown = total !== undefined && shards.every((shard) => shard.total === total && shard.index !== undefined);
  const missing = isKnown
    ? Array.from({ length: total }, (_, position) => position + 1).filter(
        (index) => !shards.some((shard) => shard.index === index),
      )
    : [];
  return [
    ...missing.map((index) => ({
      step: first,
      message: `no step runs the shard ${index}/${total}, so its cases never run`,
    })),
    ...(/\bturntree\s+merge\b|\bmerge:/.test(text)
      ? []
      : [
          {
            step: first,
            message: 'nothing merges the shards, so each gate sees only a part; add a job with "turntree merge"',
          },
        ]),
  ];
}

/**
 * Returns the shards that a step runs. The index is undefined if a variable that is not in the matrix determines it.
 */
function listShards({ command, matrix }: TestStep): { index: number | undefined; total: number | undefined }[] {
  return [...command.matchAll(/--shard[ =]["']?(\d+|\$\{\{\s*matrix\.([\w-]+)\s*\}\})(?:\/(\d+))?/g)].flatMap(
    ([, written = '', key, total]) => {
      if (key === undefined) return { index: Number(written), total: toNumber(total) };
      const values = toObject(matrix)[key];
      if (!Array.isArray(values)) return { index: undefined, total: toNumber(total) };
      return values.map((value) => {
        const [index, ownTotal] = String(value).split('/');
        return { index: toNumber(index), total: toNumber(ownTotal ?? total) };
      });
    },
  );
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function toObject(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function toList(value: Json | undefined): Json[] {
  return value === undefined ? [] : [value].flat();
}

/** True if the output of `turntree test` goes into a pipe, as in `turntree test 2>&1 | tee log`. */
function isPiped(line: string): boolean {
  const [, rest = ''] = /\bturntree\s+test\b(.*)/.exec(line) ?? [];
  const [command = ''] = rest.replaceAll('2>&1', '').split(/[;&]/, 1);
  return /^[^|]*\|(?!\|)/.test(command);
}
