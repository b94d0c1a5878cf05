import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentRequest } from '../../testing/model-request.ts';
import type { Json } from '../../values/index.ts';
import { createPlainRequest } from '../plain-request.ts';
import { fillTemplate, fillText, findTemplateProblems, type TemplateValues } from './request-template.ts';

function valuesFor(input: string): TemplateValues {
  return { ...createPlainRequest(agentRequest(input, { options: { metadata: { note: input } } })), messages: [] };
}

const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));

describe('a template', () => {
  it('without placeholders stays what it is', () => {
    fc.assert(
      fc.property(json, fc.string(), (template, input) => {
        fc.pre(!JSON.stringify(template).includes('{{'));
        expect(findTemplateProblems(template)).toEqual([]);
        expect(fillTemplate(template, valuesFor(input))).toEqual(template);
      }),
    );
  });

  it('takes what people say as it is, wherever it stands', () => {
    const spoken = fc.oneof(fc.string(), fc.constantFrom('{{turn}}', '"}', '$&', '$1', '{{', '\\', '$ENV.KEY'));
    fc.assert(
      fc.property(spoken, fc.stringMatching(/^[^{}]*$/), (input, around) => {
        const filled = fillTemplate(['{{input}}', `${around}{{ metadata.note }}${around}`], valuesFor(input));
        expect(filled).toEqual([input, around + input + around]);
        expect(decodeURIComponent(fillText('{{input}}', valuesFor(input.toWellFormed()), encodeURIComponent))).toBe(
          input.toWellFormed(),
        );
      }),
    );
  });

  it('is complained about once for each placeholder that nobody knows', () => {
    expect(findTemplateProblems({ a: ['{{inptu}} and {{inptu}}'], b: '{{}}', c: '{{metadata.x}} {{turn}}' })).toEqual([
      expect.stringMatching(/^the placeholder \{\{inptu\}\} is not known; did you mean \{\{input\}\}\? Known: input, /),
      expect.stringMatching(/^the placeholder \{\{\}\} is not known\. Known: /),
    ]);
  });
});
