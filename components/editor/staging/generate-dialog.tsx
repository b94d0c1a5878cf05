import { Dialog } from '@/components/ui/dialog';
import { type JsonObject, tryParseJson } from '@/runner/values';
import { GenerateForm } from './generate-form';
import type { StagedCaseText } from './staged-case-text';
import { StagedCases } from './staged-cases';

type Props = {
  /** The proposed cases about which nobody has decided; they are kept when the dialog closes. */
  stagedTexts: readonly StagedCaseText[] | undefined;
  onStaged: (stagedTexts: readonly StagedCaseText[] | undefined) => void;
  onAccept: (cases: readonly JsonObject[]) => void;
  onClose: () => void;
};

/** Lets an agent or a script propose cases; they are written to the file only when accepted. */
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

/** Parses the output of a generator: formats JSON for reading, and leaves other text unchanged. */
function parseGeneratedCase(output: string, position: number): StagedCaseText {
  const value = tryParseJson(output);
  const text = value === undefined ? output : JSON.stringify(value, undefined, 2);
  return { key: position, text, isDiscarded: false };
}
