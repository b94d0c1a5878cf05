import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { type DocumentCase, parseCaseSource } from '@/runner/authoring';
import type { Json } from '@/runner/values';
import { CaseDocumentProvider, useCaseDocument } from '../document/case-document';
import { AssertionFields } from './assertion-fields';
import { FormCaseProvider } from './form-case-context';
import { useFormCase } from './use-form-case';

/** Renders the fields of a case's only assertion; returns the assertion as written in the file. */
function showFields(type: 'limits' | 'regex', fields: Record<string, Json>) {
  const text = JSON.stringify({ id: 'A', input: 'x', assert: { type, ...fields } });
  const place = { index: 0, id: 'A', from: 0, to: text.length, line: 1 };
  const documentCase: DocumentCase = { ...place, kind: 'standard', skip: false, tags: [], problems: 0 };
  const document = { text, cases: [documentCase], problems: [] };
  const view = renderView(
    <CaseDocumentProvider
      suiteKey="cases.jsonl"
      openedFile={{ text, sha256: '' }}
      check={{ document, place: 'nowhere', checker: undefined }}
      selectedId="A"
      onSelect={() => undefined}
    >
      <Fields type={type} />
    </CaseDocumentProvider>,
  );
  const editedJson = () => JSON.parse(screen.getByTestId('written').textContent ?? '');
  return { ...view, written: editedJson };
}

function Fields({ type }: { type: 'limits' | 'regex' }) {
  const formCase = useFormCase();
  const { text } = useCaseDocument();
  if (formCase === undefined) return null;
  return (
    <FormCaseProvider formCase={formCase} onSource={() => undefined}>
      <AssertionFields path={['assert']} type={type} />
      <output data-testid="written">{JSON.stringify(parseCaseSource(text, 0)?.at(['assert']))}</output>
    </FormCaseProvider>
  );
}

// The test environment has `navigator.locks` as null, whereas browsers without locks do not have the property at all.
beforeAll(() => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
});

describe('the fields of an assertion', () => {
  it('write the limits that somebody sets, and take them away when they are emptied', async () => {
    const { user, written: writtenAssertion } = showFields('limits', { tokens: 1000 });
    await user.type(screen.getByRole('textbox', { name: 'Tool calls' }), '2');
    await user.type(screen.getByRole('textbox', { name: 'Cost' }), '0.5');
    await user.type(screen.getByRole('textbox', { name: 'Duration' }), '30s');
    expect(writtenAssertion()).toEqual({ type: 'limits', tokens: 1000, tool_calls: 2, cost: 0.5, duration: '30s' });
    await user.clear(screen.getByRole('textbox', { name: 'Tokens' }));
    await user.clear(screen.getByRole('textbox', { name: 'Duration' }));
    expect(writtenAssertion()).toEqual({ type: 'limits', tool_calls: 2, cost: 0.5 });
  });

  it('keep an empty text that the assertion cannot be without', async () => {
    const { user, written: writtenAssertion } = showFields('regex', { pattern: 'x' });
    await user.clear(screen.getByRole('textbox', { name: 'Pattern' }));
    expect(writtenAssertion()).toEqual({ type: 'regex', pattern: '' });
  });
});
