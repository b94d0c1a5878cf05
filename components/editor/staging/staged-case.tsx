import { useEffect, useRef, useState } from 'react';
import { JsonView } from '@/components/json/json-view';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { DocumentProblem, QuickFix } from '@/runner/authoring';
import { replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject, type Json } from '@/runner/values';
import { ProblemRow } from '../checks/problem-row';

type Props = {
  text: string;
  /** The parsed case; undefined while its text is not valid JSON. */
  value: Json | undefined;
  problems: readonly DocumentProblem[];
  onChange: (text: string) => void;
  onFix: (fix: QuickFix) => void;
  /** Accepts the proposed case; undefined if the case is invalid. */
  onAccept: (() => void) | undefined;
  onDiscard: () => void;
};

/** Shows a proposed case, which the user can edit, accept or discard. */
export function StagedCase({ text, value, problems, onChange, onFix, onAccept, onDiscard }: Props) {
  const [editing, setEditing] = useState(false);
  const [shownProblem, setShownProblem] = useState<DocumentProblem>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { id: caseId, checkpoints } = isJsonObject(value) ? value : {};
  const id = typeof caseId === 'string' && caseId !== '' ? caseId : 'without an id';
  useEffect(() => {
    if (shownProblem === undefined || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(shownProblem.from, shownProblem.to);
  }, [shownProblem]);
  return (
    <li className="rounded-md border bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5">
        <span className="min-w-0 truncate font-medium">{replaceInvisibleCharacters(id)}</span>
        <Badge>{checkpoints === undefined ? 'standard' : 'dynamic'}</Badge>
        <span className="ml-auto flex gap-1.5">
          {value !== undefined && (
            <Button size="sm" aria-label={`Edit ${id}`} aria-pressed={editing} onClick={() => setEditing(!editing)}>
              {editing ? 'Preview' : 'Edit'}
            </Button>
          )}
          <Button size="sm" aria-label={`Discard ${id}`} onClick={onDiscard}>
            Discard
          </Button>
          <Button
            size="sm"
            look="primary"
            aria-label={`Accept ${id}`}
            disabled={onAccept === undefined}
            onClick={onAccept}
          >
            Accept
          </Button>
        </span>
      </div>
      {problems.length > 0 && (
        <ul aria-label={`Problems of ${id}`} className="border-b [&>li]:-mx-1">
          {problems.map((problem, index) => (
            <li key={index}>
              <ProblemRow
                problem={problem}
                fixes={problem.fixes}
                onGoTo={() => {
                  setEditing(true);
                  setShownProblem({ ...problem });
                }}
                onFix={onFix}
              />
            </li>
          ))}
        </ul>
      )}
      {editing || value === undefined ? (
        <textarea
          ref={field}
          aria-label={`Text of ${id}`}
          value={text}
          spellCheck={false}
          rows={Math.min(text.split('\n').length + 1, 16)}
          onChange={(event) => onChange(event.target.value)}
          className="block w-full bg-sunken p-3 font-mono text-2xs"
        />
      ) : (
        <div className="max-h-48 overflow-y-auto px-3 py-2">
          <JsonView value={value} />
        </div>
      )}
    </li>
  );
}
