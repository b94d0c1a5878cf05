import { useState } from 'react';
import { ShowMoreText } from '@/components/ui/show-more-text';
import { replaceInvisibleCharacters } from '@/runner/format';
import { isJsonObject, type Json, type JsonObject } from '@/runner/values';

/** Objects and lists with more entries than this are collapsed at first. */
const MAX_ENTRIES_EXPANDED = 8;
const MAX_DEPTH_EXPANDED = 2;
const MAX_TABLE_COLUMNS = 6;
const MAX_CELL_LENGTH = 80;
const MAX_ENTRIES = 200;
const MAX_TEXT_LENGTH = 60_000;

/** Shows JSON as a collapsible tree. Lists of flat objects are shown as tables. */
export function JsonTree({ value }: { value: Json }) {
  return (
    <div className="overflow-x-auto font-mono text-2xs text-ink-soft">
      <TreeNode value={value} depth={0} />
    </div>
  );
}

function TreeNode({ value, depth }: { value: Json; depth: number }) {
  if (typeof value !== 'object' || value === null) return <TreeLeaf value={value} />;
  const columns = Array.isArray(value) ? findTableColumns(value) : undefined;
  if (Array.isArray(value) && columns !== undefined)
    return <TreeTable rows={value.filter(isJsonObject)} columns={columns} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span>{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <ul>
      {entries.slice(0, MAX_ENTRIES).map(([key, member]) => (
        <li key={key}>
          <TreeEntry name={key} value={member} depth={depth} />
        </li>
      ))}
      {entries.length > MAX_ENTRIES && <li>… {entries.length - MAX_ENTRIES} more</li>}
    </ul>
  );
}

function TreeEntry({ name, value, depth }: { name: string; value: Json; depth: number }) {
  const size = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  const [open, setOpen] = useState(size <= MAX_ENTRIES_EXPANDED && depth < MAX_DEPTH_EXPANDED);
  if (typeof value !== 'object' || value === null || size === 0) {
    return (
      <span className="break-words">
        <span className="text-accent">{replaceInvisibleCharacters(name)}</span>:{' '}
        <TreeNode value={value} depth={depth} />
      </span>
    );
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="text-accent">{replaceInvisibleCharacters(name)}</span>{' '}
        <span className="text-ink-faint">{Array.isArray(value) ? `[${size}]` : `{${size}}`}</span>
      </summary>
      {open && (
        <div className="ml-1 border-l pl-3">
          <TreeNode value={value} depth={depth + 1} />
        </div>
      )}
    </details>
  );
}

function TreeLeaf({ value }: { value: string | number | boolean | null }) {
  if (typeof value !== 'string') return <span className="text-late">{String(value)}</span>;
  if (value.length > MAX_TEXT_LENGTH) return <ShowMoreText text={value} />;
  return <span className="whitespace-pre-wrap break-words text-ink">{replaceInvisibleCharacters(value)}</span>;
}

/** Returns the table columns for a list of flat objects that have mostly the same keys; undefined for other lists. */
function findTableColumns(list: readonly Json[]): string[] | undefined {
  if (list.length < 2 || !list.every(isJsonObject)) return undefined;
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))];
  const isFlat = list.every((row) => Object.values(row).every(isShort));
  return isFlat && columns.length > 0 && columns.length <= MAX_TABLE_COLUMNS ? columns : undefined;
}

function isShort(value: Json): boolean {
  return typeof value === 'string' ? value.length <= MAX_CELL_LENGTH : typeof value !== 'object' || value === null;
}

function TreeTable({ rows, columns }: { rows: readonly JsonObject[]; columns: readonly string[] }) {
  return (
    <table className="border-collapse text-left">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="border px-1.5 font-medium text-accent">
              {replaceInvisibleCharacters(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MAX_ENTRIES).map((row, position) => (
          <tr key={position}>
            {columns.map((column) => (
              <td key={column} className="border px-1.5 align-top">
                {row[column] === undefined ? '' : <TreeNode value={row[column]} depth={0} />}
              </td>
            ))}
          </tr>
        ))}
        {rows.length > MAX_ENTRIES && (
          <tr>
            <td colSpan={columns.length}>… {rows.length - MAX_ENTRIES} more</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
