import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../contract/index.ts';
import { mergeCalls } from './merge-calls.ts';

const mockedCall = (tool: string, args: ToolCall['arguments'], result: ToolCall['result']): ToolCall => ({
  tool,
  arguments: args,
  result,
  mocked: true,
});

describe('the calls of a turn', () => {
  it('are those that mocks answered, where the agent reports none', () => {
    const calls = [mockedCall('a', {}, 1), mockedCall('b', {}, 2)];
    expect(mergeCalls([], calls)).toEqual(calls);
  });

  it('stand once where the agent reports them, with what the mock answered', () => {
    const calls = [mockedCall('a', { x: 1 }, 1), mockedCall('a', { x: 2 }, 2)];
    const reported = [
      { tool: 'a', server: 'erp', arguments: { x: 2 }, result: 'other' },
      { id: 'c1', tool: 'a', arguments: '{"x":1}' },
    ];
    expect(mergeCalls(reported, calls)).toEqual([
      { tool: 'a', server: 'erp', arguments: { x: 2 }, result: 2, mocked: true },
      { id: 'c1', tool: 'a', arguments: '{"x":1}', result: 1, mocked: true },
    ]);
  });

  it('keep their order, and what the agent did itself stays unmarked', () => {
    const calls = [mockedCall('a', {}, 1), mockedCall('b', {}, 2), mockedCall('c', {}, 3)];
    const reported = [{ tool: 'real' }, { tool: 'b', arguments: {} }, { tool: 'b', arguments: {} }];
    expect(mergeCalls(reported, calls).map(({ tool, mocked }) => [tool, mocked])).toEqual([
      ['real', undefined],
      ['a', true],
      ['b', true],
      ['b', undefined],
      ['c', true],
    ]);
  });

  it('have a call of a real tool that the agent does not report, and keep its report of one that it does', () => {
    const passed: ToolCall = { tool: 'delete_customer', arguments: { id: 'C-1' } };
    expect(mergeCalls([], [mockedCall('a', {}, 1), passed])).toEqual([mockedCall('a', {}, 1), passed]);
    const reported: ToolCall = {
      tool: 'delete_customer',
      server: 'crm',
      arguments: { id: 'C-1', hard: true },
      error: 'no',
    };
    expect(mergeCalls([reported], [passed])).toEqual([reported]);
    expect(mergeCalls([{ ...reported, tool: 'get' }], [passed])).toHaveLength(2);
  });

  it('are the same by id before anything else', () => {
    const calls = [
      { ...mockedCall('a', {}, 1), id: 'one' },
      { ...mockedCall('a', {}, 2), id: 'two' },
    ];
    const reported: ToolCall[] = [
      { id: 'two', tool: 'a', arguments: { default: true } },
      { id: 'one', tool: 'a', arguments: {} },
    ];
    expect(mergeCalls(reported, calls).map(({ id, result }) => [id, result])).toEqual([
      ['two', 2],
      ['one', 1],
    ]);
  });
});
