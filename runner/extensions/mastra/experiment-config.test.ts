import { expect, it } from 'vitest';
import type { ExperimentConfig } from '../../api/experiment-config.ts';
import { parseExperimentConfig } from '../../api/read-experiment-config.ts';

class FrameworkScorer<Input> {
  readonly id = 'tone';
  #runs = 0;
  async run(asked: {
    input?: Input;
    output: string;
    groundTruth?: unknown;
  }): Promise<{ score: number; reason?: string }> {
    this.#runs += 1;
    return { score: this.#runs, reason: asked.output };
  }
}

class FrameworkAgent {
  readonly name = 'Desk';
  async generate<Output>(messages: string | string[], options?: { output?: Output }): Promise<{ text: string }> {
    return { text: `${String(messages)}${options === undefined ? '' : ' and more'}` };
  }
}

const basis = { scorerType: 'a', csvPath: 'b' };

it('the config of an experiment takes its scorers and agents, beside functions, and gives them names', () => {
  const configs: ExperimentConfig[] = [
    { ...basis, scorers: [new FrameworkScorer<string>(), ({ output }) => output.length] },
    { ...basis, scorers: { loud: new FrameworkScorer<number>() }, target: new FrameworkAgent() },
  ];
  const read = configs.map((config) => parseExperimentConfig(config));
  expect(read.map(({ scorers }) => scorers.map(({ name }) => name))).toEqual([['tone', undefined], ['loud']]);
  expect(read.map(({ target }) => target?.id)).toEqual([undefined, 'Desk']);
});
