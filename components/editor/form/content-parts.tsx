import { Button } from '@/components/ui/button';
import { Plus } from '@/components/ui/icons';
import { Menu } from '@/components/ui/menu';
import type { JsonPath } from '@/runner/authoring';
import type { Json, JsonObject } from '@/runner/values';
import { useFormContext } from './form-case-context';
import { JsonField } from './json-field';
import { ListItemButtons } from './list-buttons';
import { ReadOnlySourceField } from './source-only-field';
import { TextField } from './text-field';

const newPartTypes: readonly { title: string; hint: string; part: JsonObject }[] = [
  { title: 'Text', hint: 'what the message says', part: { type: 'text', text: '' } },
  { title: 'Image', hint: 'a picture next to the case file', part: { type: 'image', source: 'file://' } },
  { title: 'Sound', hint: 'a recording next to the case file', part: { type: 'audio', source: 'file://' } },
  { title: 'File', hint: 'any file next to the case file', part: { type: 'file', source: 'file://' } },
];

/** Edits the parts of a message: texts, images, sounds and files. */
export function ContentParts({ path }: { path: JsonPath }) {
  'use memo';
  const { at, apply, readOnly } = useFormContext();
  const content = at(path);
  const contentParts = Array.isArray(content) ? content : [content];
  return (
    <div className="flex flex-col gap-2">
      <ol aria-label="Parts of the message" className="flex flex-col gap-2">
        {contentParts.map((_, index) => (
          <ContentPartFields key={index} listPath={path} index={index} count={contentParts.length} />
        ))}
      </ol>
      {!readOnly && (
        <div>
          <Menu
            items={newPartTypes.map(({ title, hint, part }) => ({
              text: title,
              hint,
              onSelect: () =>
                apply([{ kind: 'insert', path, index: contentParts.length, value: part }], `Add: ${title}`),
            }))}
          >
            <Button size="sm" icon={Plus}>
              Add a part
            </Button>
          </Menu>
        </div>
      )}
    </div>
  );
}

function ContentPartFields({ listPath, index, count }: { listPath: JsonPath; index: number; count: number }) {
  'use memo';
  const { at } = useFormContext();
  const path = [...listPath, index];
  const type = at([...path, 'type']);
  return (
    <li className="flex items-start gap-2 border-l-2 border-line-strong pl-2">
      <div className="flex min-w-0 grow flex-col gap-2">
        <ContentFieldsByType path={path} type={type} />
      </div>
      <ListItemButtons
        path={listPath}
        index={index}
        count={count}
        name={`part ${index + 1}`}
        whenLast={{ kind: 'set', path: listPath, value: '' }}
      />
    </li>
  );
}

function ContentFieldsByType({ path, type }: { path: JsonPath; type: Json | undefined }) {
  'use memo';
  const { at, keysAt } = useFormContext();
  if (type === 'text') return <TextField path={[...path, 'text']} title="Text" lines={2} keepEmpty />;
  const isFile = type === 'image' || type === 'audio' || type === 'file';
  if (!isFile || at([...path, 'source']) === undefined) {
    return <JsonField path={path} title={`${typeof type === 'string' ? type : 'part'} (JSON)`} required />;
  }
  const others = keysAt(path).filter((key) => key !== 'type' && key !== 'source');
  return (
    <>
      <TextField
        path={[...path, 'source']}
        title={`${partTypeTitles[type]}, a file next to the case file`}
        hint="file://picture.png"
        keepEmpty
      />
      {others.map((key) => (
        <ReadOnlySourceField key={key} path={[...path, key]} title={key} />
      ))}
    </>
  );
}

const partTypeTitles = { image: 'Image', audio: 'Sound', file: 'File' } as const;
