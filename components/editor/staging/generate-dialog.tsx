import { Dialog } from '@/components/ui/dialog';
import { type JsonObject, tryParseJson } from '@/runner/values';
import { GenerateForm } from './generate-form';
import type { StagedCaseText } from './staged-case-text';
import { StagedCases } from './staged-cases';

type Props = {
  /** The proposed cases that are neither accepted nor discarded. They are kept when the dialog closes. */
  stagedTexts: readonly StagedCaseText[] | undefined;
  onStaged: (stagedTexts: readonly StagedCaseText[] | undefined) => void;
  onAccept: (cases: readonly JsonObject[]) => void;
  onClose: () => void;
};

/**
 * A dialog in which an agent or a script proposes cases. A case is written to the file only when the user accepts it.
 */
export function GenerateDialog({ stagedTexts, onStaged, onAccept, onClose }: Props) {
  if (stagedTexts === undefined) {
    return (
      <Dialog
        onClose={onClose}
        title="Generate cases"
        description="Review them first: only the cases you accept are added to the file."
      >
        <GenerateForm onGenerated={(cases) => onStaged(cases.map(parseGeneratedCase))} />
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={onClose}
      title="Proposed cases"
      description="Accept, edit or discard them. They stay here while this tab is open."
    >
      <StagedCases
        staged={stagedTexts}
        onChange={onStaged}
        onAccept={onAccept}
        onAgain={() => onStaged(undefined)}
        onClose={onClose}
      />
    </Dialog>
  );
}

/**
 * Converts one output of a generator to a proposed case. Valid JSON is formatted for reading; other text is kept
 * unchanged.
 */
function parseGeneratedCase(output: string, position: number): StagedCaseText {
  const value = tryParseJson(output);
  const text = value === undefined ? output : JSON.stringify(value, undefined, 2);
  return { key: position, text, isDiscarded: false };
}
