import { AssertionList } from './assertion-list';
import { ChoiceField } from './choice-field';
import { FlagField } from './flag-field';
import { useFormContext } from './form-case-context';
import { FormSection } from './form-section';
import { buildRemoveValueEdit } from './remove-value-edit';

const AUTOMATIC_ENDING = 'rules';
const endingOptions = [
  { value: AUTOMATIC_ENDING, text: 'Automatic', hint: 'at the last checkpoint, unless a rule applies to later turns' },
  { value: 'checkpoints', text: 'At the last checkpoint' },
  { value: 'done', text: 'When the user has nothing more to say' },
];

/**
 * Shows the rules that a conversation must never break, the rules that must hold at its end, and the conditions that
 * end it.
 */
export function RulesSection() {
  'use memo';
  const form = useFormContext();
  const { at, apply } = form;
  const until = at(['until']);
  return (
    <>
      <FormSection title="Never">
        <AssertionList
          path={['never']}
          emptyText="Nothing is forbidden yet. An assertion here fails the case in the turn where it holds."
        />
      </FormSection>
      <FormSection title="When the conversation has ended">
        <AssertionList path={['assert']} emptyText="Only checkpoints are checked." />
        {at(['turns']) === undefined && (
          <ChoiceField
            path={['until']}
            title="End of the conversation"
            value={typeof until === 'string' ? until : AUTOMATIC_ENDING}
            options={endingOptions}
            onChoose={(chosenOption) =>
              apply(
                [
                  chosenOption === AUTOMATIC_ENDING
                    ? buildRemoveValueEdit(form, ['until'])
                    : { kind: 'set', path: ['until'], value: chosenOption },
                ],
                'Change when it ends',
              )
            }
          />
        )}
        {at(['checkpoints']) !== undefined && (
          <FlagField path={['strict']} title="Strict order: a checkpoint that comes too early fails the case" />
        )}
      </FormSection>
    </>
  );
}
