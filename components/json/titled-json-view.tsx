import { JsonView } from '@/components/json/json-view';
import type { Json } from '@/runner/values';

/** A value with a title; renders nothing if it is undefined. */
export function TitledJsonView({ title, value }: { title: string; value: Json | undefined }) {
  if (value === undefined) return null;
  return (
    <div>
      <p className="text-2xs text-ink-faint">{title}</p>
      <JsonView value={value} />
    </div>
  );
}
