/** A line above what is shown, about what the address asks for and is not there. */
export function MissingNotice({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <p role="status" className="shrink-0 border-b bg-late-soft px-4 py-1.5 text-late text-xs">
      {words}
    </p>
  );
}
