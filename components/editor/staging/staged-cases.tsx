import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { untilLoaded } from '@/components/ui/later';
import type { DocumentProblem, TextEdit } from '@/runner/authoring';
import { plural } from '@/runner/format';
import { isJsonObject, type JsonObject, jsonIn } from '@/runner/values';
import { type Staged, undecided } from './staged';
import { StagedCase } from './staged-case';

/** `problemsIn` checks the text of one case like `runner lint`; `apply` returns the text with a fix applied. */
type Mending = {
  problemsIn: (text: string) => DocumentProblem[];
  apply: (text: string, edits: readonly TextEdit[]) => string;
};

type Props = {
  staged: readonly Staged[];
  onChange: (staged: readonly Staged[]) => void;
  onAccept: (cases: readonly JsonObject[]) => void;
  onAgain: () => void;
  onClose: () => void;
};

/** Proposed cases, checked like a case file; those with errors cannot be accepted until they are fixed. */
export function StagedCases({ staged: all, onChange, onAccept, onAgain, onClose }: Props) {
  const mending = useMending();
  const [accepted, setAccepted] = useState(0);
  const staged = undecided(all);
  const checked = staged.map((item) => ({ ...item, problems: mending?.problemsIn(item.text) ?? [] }));
  const sound = checked.filter((item) => mending !== undefined && isSound(item));
  function accept(items: readonly Staged[]): void {
    const cases = items.map(({ text }) => caseIn(text)).filter((value) => value !== undefined);
    onAccept(cases);
    setAccepted(accepted + cases.length);
    onChange(all.filter(({ key }) => items.every((item) => item.key !== key)));
  }
  function change({ key }: Staged, part: Partial<Staged>): void {
    onChange(all.map((other) => (other.key === key ? { ...other, ...part } : other)));
  }
  const discarded = all.length - staged.length;
  const bringBack = discarded > 0 && (
    <Button size="sm" onClick={() => onChange(all.map((item) => ({ ...item, isDiscarded: false })))}>
      Restore {discarded} discarded
    </Button>
  );
  if (staged.length === 0) {
    return (
      <div className="flex flex-col gap-3">
        <p>
          {accepted === 0 ? 'Nothing was accepted.' : `${plural(accepted, 'case')} added to the file, not saved yet.`}
        </p>
        <div className="flex items-center justify-end gap-2">
          {bringBack}
          <Button size="sm" onClick={onAgain}>
            Generate more
          </Button>
          <Button size="sm" look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="grow text-ink-soft text-xs">
          {plural(staged.length, 'case')} proposed
          {accepted > 0 && `, ${accepted} accepted`}
          {sound.length < staged.length && mending !== undefined && `, ${staged.length - sound.length} to fix`}
        </span>
        <Button size="sm" look="primary" disabled={sound.length === 0} onClick={() => accept(sound)}>
          Accept all ({sound.length})
        </Button>
        {bringBack}
        <Button size="sm" look="danger" onClick={() => onChange(all.map((item) => ({ ...item, isDiscarded: true })))}>
          Discard all
        </Button>
      </div>
      <ul aria-label="Proposed cases" className="flex flex-col gap-2">
        {checked.map((item) => (
          <StagedCase
            key={item.key}
            text={item.text}
            value={jsonIn(item.text)}
            problems={item.problems}
            onChange={(text) => change(item, { text })}
            onFix={({ edits }) => change(item, { text: mending?.apply(item.text, edits) ?? item.text })}
            onAccept={sound.includes(item) ? () => accept([item]) : undefined}
            onDiscard={() => change(item, { isDiscarded: true })}
          />
        ))}
      </ul>
    </div>
  );
}

function useMending(): Mending | undefined {
  const [mending, setMending] = useState<Mending>();
  useEffect(() => {
    void untilLoaded(() => import('@/runner/authoring')).then(({ applyEdits, createDocumentCheck }) => {
      const problemsIn = (text: string) => createDocumentCheck({ file: 'proposed.jsonl' }).check(text).problems;
      setMending({ problemsIn, apply: applyEdits });
    });
  }, []);
  return mending;
}

/** True if the text is exactly one case without errors. */
function isSound({ text, problems }: Staged & { problems: readonly DocumentProblem[] }): boolean {
  return caseIn(text) !== undefined && problems.every(({ severity }) => severity !== 'error');
}

function caseIn(text: string): JsonObject | undefined {
  const value = jsonIn(text);
  return isJsonObject(value) ? value : undefined;
}
