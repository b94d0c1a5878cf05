import type { RefObject } from 'react';

type Props = {
  /** A ref to the hidden file input, so that a visible button can open its dialog. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  /** The accepted file name endings, such as `.jsonl,.gz`. */
  accept: string;
  onFile: (file: File) => void;
};

/**
 * A hidden file input, which is opened by a visible button. It is reset after each choice, so that the same file can be
 * chosen again.
 */
export function FileInput({ ref, label, accept, onFile }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        if (file !== undefined) onFile(file);
        event.target.value = '';
      }}
    />
  );
}
