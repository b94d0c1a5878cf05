import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeCheckpointLayers } from './checkpoint-layers';

describe('the layers of checkpoints', () => {
  it('follow the prerequisites, whatever the order of writing', () => {
    const checkpoints = [node('refund', 'lookup', 'ask'), node('ask'), node('lookup', 'ask'), node('greet')];
    expect(ids(checkpoints)).toEqual([['ask', 'greet'], ['lookup'], ['refund']]);
  });

  it('end with a cycle and with a prerequisite that does not exist', () => {
    expect(
      ids([node('a', 'b'), node('b', 'a'), node('c', 'nowhere')])
        .flat()
        .toSorted(),
    ).toEqual(['a', 'b', 'c']);
  });

  it('of a chain of 20,000 in reverse order are as many', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      node(`c${index}`, ...(index < 19_999 ? [`c${index + 1}`] : [])),
    );
    expect(arrangeCheckpointLayers(chain)).toHaveLength(20_000);
  });

  it('hold every checkpoint once, each below all it waits for', () => {
    const graph = fc
      .integer({ min: 1, max: 12 })
      .chain((size) =>
        fc.tuple(...Array.from({ length: size }, (_, position) => fc.subarray(Array.from(Array(position).keys())))),
      )
      .map((parents) => parents.map((list, position) => node(`c${position}`, ...list.map((parent) => `c${parent}`))));
    fc.assert(
      fc.property(graph, (checkpoints) => {
        const layers = ids(checkpoints);
        const depth = (id: string) => layers.findIndex((layer) => layer.includes(id));
        expect(layers.flat()).toHaveLength(checkpoints.length);
        for (const { id, after } of checkpoints) {
          for (const parent of after) expect(depth(parent)).toBeLessThan(depth(id));
        }
      }),
    );
  });
});

function node(id: string, ...after: string[]) {
  return { id, after };
}

function ids(checkpoints: { id: string; after: string[] }[]): string[][] {
  return arrangeCheckpointLayers(checkpoints).map((layer) => layer.map(({ id }) => id));
}
