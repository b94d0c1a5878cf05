import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { SelectField } from '@/components/ui/field';
import { Form, FormButtons } from '@/components/ui/form';
import { FilePlus2 } from '@/components/ui/icons';
import { Problems } from '@/components/ui/problems';
import { errorText, workspaceQuery } from '@/lib/queries';
import { caseKey } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { EXAMPLE_LIMITS } from '@/runner/values';
import {
  addJudgeExamples,
  conversationKey,
  type DecidedConversation,
  type SaveOutcome,
  saveAsCases,
} from './decided-conversation';

const MAX_EXAMPLES = EXAMPLE_LIMITS.count;

/** Buttons that use the decisions of a queue: they save conversations as cases, or add them as examples to judges. */
export function SaveConversationsActions({ conversations }: { conversations: readonly DecidedConversation[] }) {
  const [open, setOpen] = useState<'cases' | 'examples'>();
  if (conversations.length === 0) return null;
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" icon={FilePlus2} onClick={() => setOpen('cases')}>
        Turn these into cases
      </Button>
      {conversations.some(({ verdict }) => verdict !== undefined) && (
        <Button size="sm" onClick={() => setOpen('examples')}>
          Use as examples for the judge
        </Button>
      )}
      {open === 'cases' && <CasesDialog conversations={conversations} onClose={close} />}
      {open === 'examples' && <ExamplesDialog conversations={conversations} onClose={close} />}
    </div>
  );
}

type Props = { conversations: readonly DecidedConversation[]; onClose: () => void };

function CasesDialog({ conversations, onClose }: Props) {
  const client = useQueryClient();
  const { data } = useQuery(workspaceQuery());
  const files = (data?.suites ?? []).filter(({ key }) => key.endsWith('.jsonl'));
  const [target, setTarget] = useState(conversations[0]?.suiteKey ?? '');
  const badConversations = conversations.filter(({ verdict }) => verdict === 'bad');
  const [tickedKeys, setTickedKeys] = useState<ReadonlySet<string>>(new Set(badConversations.map(conversationKey)));
  const save = useMutation({ mutationFn: () => saveAsCases(client, { all: conversations, tickedKeys, target }) });
  if (save.data !== undefined)
    return <SaveOutcomeDialog title={`Cases of ${target}`} outcome={save.data} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title="Turn these into cases"
      description="Each conversation becomes a case that asks the same question after the same history."
    >
      <Form onSubmit={() => save.mutate()}>
        <SelectField
          label="Case file"
          value={target}
          onValueChange={setTarget}
          placeholder="Choose a file"
          options={files.map(({ key, cases }) => ({ value: key, text: key, hint: formatCountWithNoun(cases, 'case') }))}
        />
        <ConversationCheckboxes
          title="Conversations"
          of={toConversationOptions(conversations)}
          tickedKeys={tickedKeys}
          setTickedKeys={setTickedKeys}
        />
        <Problems title="No case was written." problems={errorText(save.error)} />
        <FormButtons
          submit={`Write ${formatCountWithNoun(tickedKeys.size, 'case')}`}
          disabled={save.isPending || tickedKeys.size === 0}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

function ExamplesDialog({ conversations, onClose }: Props) {
  const client = useQueryClient();
  const judgedConversations = conversations.filter(({ verdict }) => verdict !== undefined);
  const cases = [...new Map(conversations.map((each) => [caseKey(each.suiteKey, each.caseId), each])).entries()];
  const [tickedKeys, setTickedKeys] = useState<ReadonlySet<string>>(
    new Set(judgedConversations.slice(0, MAX_EXAMPLES).map(conversationKey)),
  );
  const [targets, setTargets] = useState<ReadonlySet<string>>(new Set());
  const give = useMutation({
    mutationFn: () =>
      addJudgeExamples(client, {
        ticked: judgedConversations.filter((each) => tickedKeys.has(conversationKey(each))),
        cases: cases.flatMap(([key, each]) => (targets.has(key) ? [each] : [])),
      }),
  });
  if (give.data !== undefined)
    return <SaveOutcomeDialog title="Judges with examples" outcome={give.data} onClose={onClose} />;
  const isTooMany = tickedKeys.size > MAX_EXAMPLES;
  return (
    <Dialog
      onClose={onClose}
      title="Use as examples for the judge"
      description="The judge is shown the last answer of each conversation with your verdict and note."
    >
      <Form onSubmit={() => give.mutate()}>
        <ConversationCheckboxes
          title="Examples"
          of={toConversationOptions(judgedConversations)}
          tickedKeys={tickedKeys}
          setTickedKeys={setTickedKeys}
        />
        <ConversationCheckboxes
          title="Cases whose judge gets the examples"
          of={cases.map(([key, { suiteKey, caseId }]) => ({
            key,
            text: replaceInvisibleCharacters(caseId),
            hint: suiteKey,
          }))}
          tickedKeys={targets}
          setTickedKeys={setTargets}
        />
        <p className="text-ink-soft text-xs">
          The examples are written to <code>examples</code> of the only judge in <code>assert</code>, at most{' '}
          {MAX_EXAMPLES}. Measure the judge with other conversations: it has seen the answers to these.
        </p>
        <Problems title="No example was written." problems={errorText(give.error)} />
        <FormButtons
          submit={
            isTooMany ? `At most ${MAX_EXAMPLES} examples` : `Give ${formatCountWithNoun(tickedKeys.size, 'example')}`
          }
          disabled={give.isPending || isTooMany || tickedKeys.size === 0 || targets.size === 0}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

type ConversationOption = { key: string; text: string; hint: string };

function toConversationOptions(conversations: readonly DecidedConversation[]): ConversationOption[] {
  return conversations.map(({ verdict, note, ...attemptAddress }) => ({
    key: conversationKey(attemptAddress),
    text: `${replaceInvisibleCharacters(attemptAddress.caseId)}${attemptAddress.attempt > 1 ? ` · attempt ${attemptAddress.attempt}` : ''}`,
    hint: [verdict ?? 'no verdict', ...(note === '' ? [] : [`“${replaceInvisibleCharacters(note)}”`])].join(' · '),
  }));
}

type CheckboxesProps = {
  title: string;
  of: readonly ConversationOption[];
  tickedKeys: ReadonlySet<string>;
  setTickedKeys: (keys: ReadonlySet<string>) => void;
};

function ConversationCheckboxes({ title, of, tickedKeys, setTickedKeys }: CheckboxesProps) {
  const isAll = of.every(({ key }) => tickedKeys.has(key));
  return (
    <fieldset className="flex flex-col gap-0.5 text-sm">
      <legend className="mb-1 flex items-baseline gap-2 text-ink-soft text-xs">{title}</legend>
      <Button
        size="sm"
        look="quiet"
        className="self-start"
        onClick={() => setTickedKeys(new Set(isAll ? [] : of.map(({ key }) => key)))}
      >
        {isAll ? 'Select none' : 'Select all'}
      </Button>
      <div className="flex max-h-48 flex-col overflow-y-auto">
        {of.map(({ key, text, hint }) => (
          <label key={key} className="flex min-h-6 cursor-pointer items-baseline gap-2">
            <Checkbox
              checked={tickedKeys.has(key)}
              onChange={(isTicked) => setTickedKeys(addOrRemoveKey(tickedKeys, key, isTicked))}
              className="self-center"
            />
            <span className="min-w-0 break-words">
              {text} <span className="text-ink-soft text-xs">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function addOrRemoveKey(keys: ReadonlySet<string>, key: string, isIncluded: boolean): ReadonlySet<string> {
  return isIncluded ? new Set([...keys, key]) : new Set([...keys].filter((each) => each !== key));
}

function SaveOutcomeDialog({
  title,
  outcome,
  onClose,
}: {
  title: string;
  outcome: SaveOutcome;
  onClose: () => void;
}): ReactNode {
  return (
    <Dialog onClose={onClose} title={title} description="Existing cases were not changed.">
      <div className="flex flex-col gap-3">
        {outcome.written.length > 0 && (
          <section aria-label="Written">
            <p>{outcome.written.length} written:</p>
            <ul className="max-h-48 overflow-y-auto break-words text-xs">
              {outcome.written.map((name) => (
                <li key={name}>{replaceInvisibleCharacters(name)}</li>
              ))}
            </ul>
          </section>
        )}
        <Problems title={`${outcome.problems.length} not written.`} problems={outcome.problems} />
        <Button look="primary" className="self-start" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
