import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { importWithRetry } from '@/components/ui/lazy-component';
import type { DocumentProblem, TextEdit } from '@/runner/authoring';
import { formatCountWithNoun } from '@/runner/format';
import { isJsonObject, type JsonObject, tryParseJson } from '@/runner/values';
import { StagedCase } from './staged-case';
import { listUndiscardedCases, type StagedCaseText } from './staged-case-text';

/**
 * Checks and fixes proposed cases: `problemsIn` checks the text of one case like `turntree lint`, `apply` returns the
 * text with a fix applied.
 */
type FixOptions = {
  problemsIn: (text: string) => DocumentProblem[];
  apply: (text: string, edits: readonly TextEdit[]) => string;
};

type Props = {
  staged: readonly StagedCaseText[];
  onChange: (stagedTexts: readonly StagedCaseText[]) => void;
  onAccept: (cases: readonly JsonObject[]) => void;
  onAgain: () => void;
  onClose: () => void;
};

/** Lists the proposed cases with their problems. A case with errors can be accepted only after they are fixed. */
export function StagedCases({ staged: all, onChange, onAccept, onAgain, onClose }: Props) {
  const mending = useFixOptions();
  const [acceptedCount, setAccepted] = useState(0);
  const stagedTexts = listUndiscardedCases(all);
  const checked = stagedTexts.map((item) => ({ ...item, problems: mending?.problemsIn(item.text) ?? [] }));
  const sound = checked.filter((item) => mending !== undefined && isValidCase(item));
  function acceptCases(items: readonly StagedCaseText[]): void {
    const cases = items.map(({ text }) => parseCase(text)).filter((value) => value !== undefined);
    onAccept(cases);
    setAccepted(acceptedCount + cases.length);
    onChange(all.filter(({ key }) => items.every((item) => item.key !== key)));
  }
  function changeStagedText({ key }: StagedCaseText, changes: Partial<StagedCaseText>): void {
    onChange(all.map((other) => (other.key === key ? { ...other, ...changes } : other)));
  }
  const discarded = all.length - stagedTexts.length;
  const bringBack = discarded > 0 && (
    <Button size="sm" onClick={() => onChange(all.map((item) => ({ ...item, isDiscarded: false })))}>
      Restore {discarded} discarded
    </Button>
  );
  if (stagedTexts.length === 0) {
    return (
      <div className="flex flex-col gap-3">
        <p>
          {acceptedCount === 0
            ? 'Nothing was accepted.'
            : `${formatCountWithNoun(acceptedCount, 'case')} added to the file, not saved yet.`}
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
          {formatCountWithNoun(stagedTexts.length, 'case')} proposed
          {acceptedCount > 0 && `, ${acceptedCount} accepted`}
          {sound.length < stagedTexts.length &&
            mending !== undefined &&
            `, ${stagedTexts.length - sound.length} to fix`}
        </span>
        <Button size="sm" look="primary" disabled={sound.length === 0} onClick={() => acceptCases(sound)}>
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
            value={tryParseJson(item.text)}
            problems={item.problems}
            onChange={(text) => changeStagedText(item, { text })}
            onFix={({ edits }) => changeStagedText(item, { text: mending?.apply(item.text, edits) ?? item.text })}
            onAccept={sound.includes(item) ? () => acceptCases([item]) : undefined}
            onDiscard={() => changeStagedText(item, { isDiscarded: true })}
          />
        ))}
      </ul>
    </div>
  );
}

function useFixOptions(): FixOptions | undefined {
  const [mending, setMending] = useState<FixOptions>();
  useEffect(() => {
    void importWithRetry(() => import('@/runner/authoring')).then(({ applyEdits, createDocumentCheck }) => {
      const problemsIn = (text: string) => createDocumentCheck({ file: 'proposed.jsonl' }).check(text).problems;
      setMending({ problemsIn, apply: applyEdits });
    });
  }, []);
  return mending;
}

/** Returns true if the text contains exactly one case and no errors. */
function isValidCase({ text, problems }: StagedCaseText & { problems: readonly DocumentProblem[] }): boolean {
  return parseCase(text) !== undefined && problems.every(({ severity }) => severity !== 'error');
}

function parseCase(text: string): JsonObject | undefined {
  const value = tryParseJson(text);
  return isJsonObject(value) ? value : undefined;
}
