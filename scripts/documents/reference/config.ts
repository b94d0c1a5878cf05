import { jsonSchemas } from '../../../runner/run/json-schemas.ts';
import { buildPropertyRows, createSchemaReader, type JsonSchemaNode, type SchemaReader } from './json-schema.ts';
import { buildMarkdownPage, formatInlineCode, formatMarkdownTable } from './markdown.ts';

const HEAD = ['key', 'value', 'meaning'];

/** Builds the page about the keys of `runner.config.json`, and of each type of agent and connector in it. */
export async function buildConfigPage(): Promise<string> {
  const reader = createSchemaReader(await jsonSchemas.config());
  const intro =
    '`runner.config.json` is at the top of a workspace. `turntree schema config` prints its JSON Schema for editors; `runner.config.ts` exports the same with `defineConfig`, and functions besides. [Agents and models](agents-and-models.md) explains the entries.';
  return buildMarkdownPage('Config', intro, [
    formatMarkdownTable(HEAD, buildPropertyRows(reader, reader.root)),
    ...['agents', 'models', 'scorers'].flatMap((name) => buildConfigEntrySections(reader, name)),
  ]);
}

function buildConfigEntrySections(reader: SchemaReader, name: string): string[] {
  const entries = reader.root.properties?.[name];
  const { additionalProperties: value } = entries === undefined ? {} : reader.resolve(entries);
  if (value === undefined || typeof value === 'boolean') return [];
  const entry = reader.resolve(value);
  const variants = (entry.oneOf ?? entry.anyOf ?? [entry]).map((variant) => reader.resolve(variant));
  const objectVariants = variants.filter((variant) => variant.properties !== undefined);
  return [`## ${name}`, ...objectVariants.map((variant) => buildVariantSection(reader, variant))];
}

function buildVariantSection(reader: SchemaReader, variant: JsonSchemaNode): string {
  const type = variant.properties?.type;
  const { const: name, enum: names = [] } = type === undefined ? {} : reader.resolve(type);
  const types = name === undefined ? names : [name];
  const title =
    types.length === 0 ? '' : `### Type ${types.map((each) => formatInlineCode(String(each))).join(' or ')}\n\n`;
  return `${title}${formatMarkdownTable(HEAD, buildPropertyRows(reader, variant))}`;
}
