import type { RefObject } from 'react';

type Props = {
  /** The hidden file input, for the button that opens its dialog. */
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  /** The accepted file name endings, such as `.jsonl,.gz`. */
  accept: string;
  onFile: (file: File) => void;
};

/** The hidden input behind a button that chooses a file. The same file can be chosen again. */
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
