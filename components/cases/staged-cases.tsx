'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { plural } from '@/lib/format';
import { isJsonObject, type Json, type JsonObject } from '@/runner/contract';
import { StagedCase } from './staged-case';

/** A case that somebody proposes, as text. */
export type Staged = { key: number; text: string };

type Check = (text: string) => readonly string[];

type Props = {
  staged: readonly Staged[];
  onChange: (staged: readonly Staged[]) => void;
  onAccept: (cases: readonly JsonObject[]) => void;
  onAgain: () => void;
  onClose: () => void;
};

/** Proposed cases, each checked as a case file is; those with problems cannot be accepted before they are mended. */
export function StagedCases({ staged, onChange, onAccept, onAgain, onClose }: Props) {
  const check = useCheck();
  const [accepted, setAccepted] = useState(0);
  const checked = staged.map((item) => ({ ...item, problems: check?.(item.text) ?? [] }));
  const sound = checked.filter(({ problems }) => check !== undefined && problems.length === 0);
  function accept(items: readonly Staged[]): void {
    const cases = items.map(({ text }) => caseIn(text)).filter((value) => value !== undefined);
    onAccept(cases);
    setAccepted(accepted + cases.length);
    onChange(staged.filter(({ key }) => items.every((item) => item.key !== key)));
  }
  if (staged.length === 0) {
    return (
      <div className="flex flex-col gap-3">
        <p>
          {accepted === 0 ? 'Nothing was accepted.' : `${plural(accepted, 'case')} came into the file, not saved yet.`}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onAgain}>Generate more</Button>
          <Button look="primary" onClick={onClose}>
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
        </span>
        <Button size="sm" look="primary" disabled={sound.length === 0} onClick={() => accept(sound)}>
          Accept all ({sound.length})
        </Button>
        <Button size="sm" look="danger" onClick={() => onChange([])}>
          Discard all
        </Button>
      </div>
      <ul aria-label="Proposed cases" className="flex flex-col gap-2">
        {checked.map((item) => (
          <StagedCase
            key={item.key}
            text={item.text}
            value={caseIn(item.text)}
            problems={item.problems}
            onChange={(text) => onChange(staged.map((other) => (other.key === item.key ? { ...other, text } : other)))}
            onAccept={() => accept([item])}
            onDiscard={() => onChange(staged.filter(({ key }) => key !== item.key))}
          />
        ))}
      </ul>
    </div>
  );
}

/** What is wrong with the text of one case. */
function useCheck(): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    void import('@/runner/authoring').then(({ createDocumentCheck }) => {
      const problemsIn: Check = (text) =>
        createDocumentCheck({ file: 'proposed.jsonl' })
          .check(text)
          .problems.filter(({ severity }) => severity === 'error')
          .map(({ line, column, message, suggestion }) =>
            [`${line}:${column} ${message}`, suggestion].filter((part) => part !== undefined).join('; '),
          );
      setCheck(() => problemsIn);
    });
  }, []);
  return check;
}

function caseIn(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
