import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseRow, CheckpointStatus } from '../../fold/index.ts';
import { buildCheckpointFlowGraphs, type CheckpointFlowGraph } from './checkpoint-flow-graph.ts';

const chain = [node('ask'), node('lookup', 'ask'), node('offer', 'lookup')];

describe('the map of where conversations stopped', () => {
  it('says of each way who arrived, who got through, and who stopped', () => {
    const [map] = buildCheckpointFlowGraphs([
      row('a', chain, ['ask', 'lookup', 'offer']),
      row('b', chain, ['ask']),
      row('c', chain, []),
    ]);
    expect(map).toMatchObject({ suiteKey: 'shop', cases: 3, attempts: 3, passed: 1 });
    expect(map?.nodes.map(({ id, reached }) => [id, reached])).toEqual([
      ['ask', 2],
      ['lookup', 1],
      ['offer', 1],
    ]);
    expect(map?.edges).toEqual([
      { to: 'ask', arrived: 3, through: 2, stopped: 1, named: [{ id: 'c', attempt: 1, passed: false }] },
      {
        from: 'ask',
        to: 'lookup',
        arrived: 2,
        through: 1,
        stopped: 1,
        named: [{ id: 'b', attempt: 1, passed: false }],
      },
      { from: 'lookup', to: 'offer', arrived: 1, through: 1, stopped: 0, named: [] },
    ]);
  });

  it('has a graph for each set of checkpoints of a suite, that of most conversations first', () => {
    const maps = buildCheckpointFlowGraphs([
      row('a', [node('other')], []),
      row('b', chain, []),
      row('c', [...chain].reverse(), []),
      { ...row('d', chain, []), suiteKey: 'desk' },
    ]);
    expect(maps.map(({ suiteKey, cases }) => [suiteKey, cases])).toEqual([
      ['shop', 2],
      ['shop', 1],
      ['desk', 1],
    ]);
  });

  it('leaves out what has not ended, was skipped, or hangs on nothing', () => {
    const skipped = row('a', chain, []);
    for (const attempt of skipped.attempts) attempt.status = 'skipped';
    const running = row('b', chain, []);
    for (const attempt of running.attempts) attempt.status = 'running';
    const quarantined = { ...row('c', chain, []), setAside: 'quarantine' as const };
    expect(buildCheckpointFlowGraphs([skipped, running, quarantined, row('d', [], [])])).toEqual([]);
  });

  it('loses nobody: who arrived got through or stopped, and who reached a checkpoint arrives on every way from it', {
    tags: 'thorough',
  }, () => {
    fc.assert(
      fc.property(fc.array(conversation, { maxLength: 40 }), (rows) => {
        const maps = buildCheckpointFlowGraphs(rows);
        expect(sum(maps, (map) => map.attempts)).toBe(rows.length);
        for (const map of maps) expectConserved(map);
      }),
    );
  });
});

function expectConserved({ nodes, edges, attempts }: CheckpointFlowGraph): void {
  const reached = new Map(nodes.map((each) => [each.id, each.reached]));
  for (const edge of edges) {
    expect(edge.through + edge.stopped).toBe(edge.arrived);
    expect(edge.named).toHaveLength(edge.stopped);
    expect(edge.arrived).toBe(edge.from === undefined ? attempts : reached.get(edge.from));
    expect(edge.through).toBeLessThanOrEqual(reached.get(edge.to) ?? 0);
  }
  for (const { id, after } of nodes) {
    expect(edges.filter(({ to }) => to === id)).toHaveLength(Math.max(1, after.length));
  }
}

const graphs = [
  chain,
  [node('a'), node('b'), node('c', 'a', 'b')],
  [node('__proto__'), node('constructor', '__proto__'), node('x', 'constructor', '__proto__')],
];

const conversation = fc
  .constantFrom(...graphs)
  .chain((graph) => fc.tuple(fc.constant(graph), fc.subarray(graph.map(({ id }) => id)), fc.string()))
  .map(([graph, reached, id]) => row(id, graph, reached));

function node(id: string, ...after: string[]) {
  return { id, after, required: true };
}

function row(id: string, checkpoints: ReturnType<typeof node>[], reached: string[]): CaseRow {
  const dots = Object.fromEntries(
    reached.map((each): [string, CheckpointStatus] => [each, { state: 'reached', turn: 1 }]),
  );
  const status = reached.length === checkpoints.length ? 'passed' : 'failed';
  return {
    suiteKey: 'shop',
    id,
    kind: 'dynamic',
    hash: id,
    checkpoints,
    attempts: [{ attempt: 1, status, turns: 1, pips: dots }],
  };
}

function sum<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
