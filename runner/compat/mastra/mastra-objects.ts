import { askByGenerate, isGenerator } from '../../scripts/frameworks/framework-agent.ts';
import { mockTools } from '../../scripts/frameworks/mocked-tools.ts';
import type { ObjectShapes } from '../../scripts/user-objects.ts';
import { readMastraFailure } from './mastra-failure.ts';
import { readMastraRecord } from './mastra-record.ts';
import { type MastraScorer, mastraRun } from './mastra-run.ts';

/** Scorers of Mastra have `run`. Its agents have getters for instructions and model, and take the messages first. */
export const shapes: ObjectShapes = {
  scorer(value) {
    if (!isMastraScorer(value)) return undefined;
    const name = [value.id, value.name].find((each) => typeof each === 'string' && each !== '');
    return {
      name: typeof name === 'string' ? name : undefined,
      score: (question) => value.run(mastraRun(value, question)),
      record: readMastraRecord,
      failed: readMastraFailure,
    };
  },
  agent(value) {
    if (!isGenerator(value) || typeof value.getInstructions !== 'function' || typeof value.getModel !== 'function') {
      return undefined;
    }
    return askByGenerate((messages, abortSignal) => {
      for (const lister of ['listTools', 'getTools']) watchTools(value, lister);
      return value.generate(messages, { abortSignal });
    });
  },
};

const watched = new WeakSet<object>();

/** Its tools may be made anew for every call: they are seen where the agent itself asks for them. */
function watchTools(agent: object, lister: string): void {
  const list: unknown = Reflect.get(agent, lister);
  if (typeof list !== 'function' || watched.has(list)) return;
  const watching = (...args: unknown[]): unknown => seen(list.apply(agent, args));
  watched.add(watching);
  Reflect.set(agent, lister, watching);
}

function seen(tools: unknown): unknown {
  if (tools instanceof Promise) return tools.then(seen);
  mockTools(tools);
  return tools;
}

function isMastraScorer(value: unknown): value is MastraScorer {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}
