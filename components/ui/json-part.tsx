import { JsonView } from '@/components/ui/json-view';
import type { Json } from '@/runner/values';

/** A titled value; nothing when there is none. */
export function JsonPart({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <div>
      <p className="text-2xs text-ink-faint">{title}</p>
      <JsonView value={value} />
    </div>
  );
}
