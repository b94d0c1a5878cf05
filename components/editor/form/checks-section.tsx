import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { AssertionList } from './assertion-list';
import { Field } from './field';
import { singleLineFieldClass } from './field-look';
import { useFormContext } from './form-case-context';
import { FormSection } from './form-section';
import { ValueField } from './value-field';

/** Shows the fields for the checks of a standard case. */
export function ChecksSection() {
  'use memo';
  const { at, textAt, apply, readOnly, focusAt } = useFormContext();
  const expected = at(['expected']);
  const assert = at(['assert']);
  function convertToConversation(): void {
    const checks = textAt(['assert']) ?? '{"type": "contains", "value": ""}';
    apply(
      [
        { kind: 'remove', path: ['assert'] },
        { kind: 'write', path: ['checkpoints'], text: `[{"id": "checkpoint-1", "assert": ${checks}}]` },
      ],
      'Turn into a conversation with checkpoints',
    );
    focusAt(['checkpoints', 0]);
  }
  return (
    <FormSection
      title="Assertions"
      actions={
        !readOnly && (
          <Button size="sm" look="quiet" onClick={convertToConversation}>
            Turn into a conversation with checkpoints
          </Button>
        )
      }
    >
      {assert === undefined && expected === undefined && !readOnly && <FirstAssertionField />}
      <AssertionList
        path={['assert']}
        emptyText="No assertions: any answer passes unless an expected answer is given."
      />
      {expected !== undefined && (
        <>
          <ValueField path={['expected']} title="Expected" />
          {assert !== undefined && (
            <p className="text-ink-faint text-xs">
              With assertions, the expected answer is only shown and passed to scripts.
            </p>
          )}
        </>
      )}
      {!readOnly && (
        <div>
          <Button
            size="sm"
            look="quiet"
            onClick={() =>
              apply(
                [
                  expected === undefined
                    ? { kind: 'set', path: ['expected'], value: '' }
                    : { kind: 'remove', path: ['expected'] },
                ],
                expected === undefined ? 'Add an expected answer' : 'Remove the expected answer',
              )
            }
          >
            {expected === undefined ? 'Add an expected answer' : 'Remove the expected answer'}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

/**
 * A field that adds an assertion of the most common type without opening a menu. The assertion is added on Enter, or
 * when the field loses the focus.
 */
function FirstAssertionField() {
  'use memo';
  const id = useId();
  const { apply, focusAt } = useFormContext();
  const [words, setWords] = useState('');
  function addAssertion(): void {
    if (words === '') return;
    apply(
      [{ kind: 'insert', path: ['assert'], index: 0, value: { type: 'contains', value: words } }],
      'Add an assertion',
    );
  }
  return (
    <Field id={id} title="The answer contains" path={['assert', 'first']}>
      <input
        id={id}
        value={words}
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
        onBlur={addAssertion}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          addAssertion();
          focusAt(['assert', 0]);
        }}
        className={singleLineFieldClass}
      />
    </Field>
  );
}
