import { describe, expect, it } from 'vitest';
import { createCaseSchema } from './case-schema.ts';
import { findCompletionsAt } from './completions.ts';
import { explainAtOffset } from './explanation.ts';

const schema = createCaseSchema();
const names = {
  agents: ['judge'],
  connectors: ['gpt-4o'],
  hooks: ['scripts.env.Before'],
  functions: ['scripts.checks.IsPolite'],
  tools: ['lookup_order'],
  paths: ['$.status'],
};

/** Completes a text at its cursor, which `|` marks. */
function completeAt(marked: string) {
  const offset = marked.indexOf('|');
  const source = marked.replace('|', '');
  const completions = findCompletionsAt({ source, offset, schema, names });
  return {
    labels: completions?.options.map(({ label }) => label) ?? [],
    take(label: string): string {
      const option = completions?.options.find((offered) => offered.label === label);
      if (completions === undefined || option === undefined)
        throw new Error(`offered: ${completions?.options.map((o) => o.label)}`);
      const at = completions.from + option.cursor;
      const text = source.slice(0, completions.from) + option.insert + source.slice(completions.to);
      return `${text.slice(0, at)}|${text.slice(at)}`;
    },
  };
}

describe('completion', () => {
  it('offers keys that are not there yet, and writes them with an empty value of their kind', () => {
    const { labels, take } = completeAt('{"id":"a","|"}');
    expect(labels).toContain('input');
    expect(labels).not.toContain('id');
    expect(take('tags')).toBe('{"id":"a","tags":[|]}');
    expect(take('name')).toBe('{"id":"a","name":"|"}');
    expect(completeAt('{"assert":{"type":"regex","|"}}').take('pattern')).toBe(
      '{"assert":{"type":"regex","pattern":"|"}}',
    );
    expect(completeAt('{"id": "a", "na|"}').take('name')).toBe('{"id": "a", "name": "|"}');
  });

  it('knows the entries of mocks, and their faults', () => {
    const entry = ['when', 'result', 'error', 'use', 'fault'];
    expect(completeAt('{"mocks":{"refund":{"|"}}}').labels).toEqual(entry);
    expect(completeAt('{"mocks":{"refund":[{"result":1},{"|"}]}}').labels).toEqual(entry);
    expect(completeAt('{"mocks":{"refund":{"fault":{"kind":"|"}}}}').labels).toEqual([
      'error',
      'timeout',
      'delay',
      'truncate',
    ]);
  });

  it('only names a key that has a value already', () => {
    expect(completeAt('{"id":"a","nam|":"x"}').take('name')).toBe('{"id":"a","name"|:"x"}');
  });

  it('offers what the type of an assertion knows', () => {
    expect(completeAt('{"assert":{"type":"json_path","|"}}').labels).toEqual([
      'path',
      'value',
      'message',
      'negate',
      'inferred',
      'on',
    ]);
    expect(completeAt('{"assert":[{"type":"tool_called","|"}]}').labels).toEqual([
      'value',
      'name',
      'arguments',
      'times',
      'succeeded',
      'arguments_match',
      'unordered',
      'message',
      'negate',
      'inferred',
      'on',
    ]);
    expect(completeAt('{"checkpoints":[{"id":"p","assert":{"type":"agent",|}}]}').labels).toEqual([
      'use',
      'value',
      'votes',
      'examples',
      'options',
      'message',
      'negate',
      'inferred',
      'on',
    ]);
  });

  it('offers all types while one is being chosen, whatever stands there', () => {
    for (const marked of [
      '{"assert":{"type":"|"}}',
      '{"assert":{"type":"cont|ains","value":"x"}}',
      '{"assert":[{"type":|}]}',
    ]) {
      expect(completeAt(marked).labels).toEqual([
        'equals',
        'contains',
        'not_contains',
        'regex',
        'json_path',
        'type',
        'tool_called',
        'tool_result',
        'tools',
        'limits',
        'state',
        'elicited',
        'snapshot',
        'script',
        'agent',
      ]);
    }
    expect(completeAt('{"assert":{"type":"c|","value":"x"}}').take('contains')).toBe(
      '{"assert":{"type":"contains"|,"value":"x"}}',
    );
  });

  it('offers the values of enumerations, roles and switches', () => {
    expect(completeAt('{"input":[{"role":"|"}]}').labels).toEqual(['system', 'developer', 'user', 'assistant', 'tool']);
    expect(completeAt('{"assert":{"type":"type","value":"|"}}').labels).toContain('integer');
    expect(completeAt('{"skip":|}').labels).toEqual(['true', 'false']);
    expect(completeAt('{"input":{"content":[{"type":"image","|"}]}}').labels).toEqual([
      'source',
      'url',
      'detail',
      'name',
    ]);
  });

  it('offers names of the workspace and of the last runs', () => {
    expect(completeAt('{"simulator":"|"}').labels).toEqual(['judge']);
    expect(completeAt('{"simulator":{"use":"|"}}').labels).toEqual(['judge']);
    expect(completeAt('{"options":{"connector":"|"}}').labels).toEqual(['gpt-4o']);
    expect(completeAt('{"before":"|"}').labels).toEqual(['scripts.env.Before']);
    expect(completeAt('{"after":"|"}').labels).toEqual(['scripts.env.Before']);
    expect(completeAt('{"assert":{"type":"script","script":"|"}}').labels).toEqual(['scripts.checks.IsPolite']);
    expect(completeAt('{"assert":{"type":"state","use":"|"}}').labels).toEqual(['scripts.checks.IsPolite']);
    expect(completeAt('{"assert":{"type":"tool_called","value":"|"}}').labels).toEqual(['lookup_order']);
    expect(completeAt('{"assert":{"type":"tool_called","value":["a","|"]}}').labels).toEqual(['lookup_order']);
    expect(completeAt('{"assert":{"type":"tool_called","value":{"name":"|"}}}').labels).toEqual(['lookup_order']);
    expect(completeAt('{"assert":{"type":"tool_result","value":{"tool":"|"}}}').labels).toEqual(['lookup_order']);
    expect(completeAt('{"assert":{"type":"json_path","path":"$|"}}').take('$.status')).toBe(
      '{"assert":{"type":"json_path","path":"$.status"|}}',
    );
    expect(completeAt('{"name":"|"}').labels).toEqual([]);
    expect(completeAt('{"assert":{"type":"contains","value":"|"}}').labels).toEqual([]);
  });

  it('offers the other checkpoints as prerequisites', () => {
    expect(completeAt('{"checkpoints":[{"id":"p"},{"id":"q","after":["|"]},{"id":"r"}]}').labels).toEqual(['p', 'r']);
  });

  it('works in what is half written', () => {
    expect(completeAt('{"id":"a","assert":{"type":"cont|').labels).toContain('contains');
    expect(completeAt('{"id":"a",|').labels).toContain('input');
  });
});

describe('hovering', () => {
  const explain = (marked: string) =>
    explainAtOffset({ source: marked.replace('|', ''), offset: marked.indexOf('|'), schema })?.text;

  it('says what keys and types of assertions mean', () => {
    expect(explain('{"id":"a","ti|meout":"3s"}')).toContain('30s, 2m30s');
    expect(explain('{"assert":{"type":"reg|ex","value":"x"}}')).toContain('RE2');
    expect(explain('{"assert":{"type":"regex","neg|ate":true}}')).toContain('Inverts');
    expect(explain('{"assert":{"type":"lim|its","tokens":1}}')).toContain('no more');
    expect(explain('{"assert":{"type":"limits","dura|tion":"3s"}}')).toContain('30s, 2m30s');
    expect(explain('{"input":"reg|ex"}')).toBeUndefined();
  });
});
