import * as z from 'zod';
import { formatInlineCode } from './markdown.ts';

const schemaSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional();
  },
  get items() {
    return z.union([schemaSchema, z.array(schemaSchema)]).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaSchema]).optional();
  },
  get anyOf() {
    return z.array(schemaSchema).optional();
  },
  get oneOf() {
    return z.array(schemaSchema).optional();
  },
});
export type JsonSchemaNode = z.infer<typeof schemaSchema>;

const documentSchema = z.looseObject({ definitions: z.record(z.string(), schemaSchema).optional() });

/** Reads a JSON Schema and the definitions to which its references point. */
export type SchemaReader = { root: JsonSchemaNode; resolve(schema: JsonSchemaNode): JsonSchemaNode };

export function createSchemaReader(json: unknown): SchemaReader {
  const { definitions = {} } = documentSchema.parse(json);
  const resolveReference = (schema: JsonSchemaNode): JsonSchemaNode => {
    const target = schema.$ref === undefined ? undefined : definitions[schema.$ref.replace('#/definitions/', '')];
    if (target === undefined) return schema;
    return {
      ...resolveReference(target),
      ...(schema.description === undefined ? {} : { description: schema.description }),
    };
  };
  return { root: schemaSchema.parse(json), resolve: resolveReference };
}

/** Returns the rows of a table about a schema: name, type and meaning of each property. */
export function buildPropertyRows({ resolve }: SchemaReader, schema: JsonSchemaNode): string[][] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const property = resolve(value);
    const initial =
      property.default === undefined || typeof property.default === 'object'
        ? []
        : [`Default: ${formatInlineCode(JSON.stringify(property.default))}`];
    const words = [...(property.description === undefined ? [] : [property.description]), ...initial];
    return [
      formatInlineCode(name),
      formatSchemaType(resolve, property),
      `${required.has(name) ? '*required* ' : ''}${words.join('. ')}`.trim(),
    ];
  });
}

function formatSchemaType(resolve: SchemaReader['resolve'], schema: JsonSchemaNode, depth = 0): string {
  const { const: constant, enum: values, anyOf, oneOf, items, type } = schema;
  if (constant !== undefined) return formatInlineCode(JSON.stringify(constant));
  if (values !== undefined) return values.map((value) => formatInlineCode(JSON.stringify(value))).join(' or ');
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) {
    if (depth > 1) return 'any of several';
    return [...new Set(variants.map((variant) => formatSchemaType(resolve, resolve(variant), depth + 1)))].join(' or ');
  }
  if (type === 'array')
    return items === undefined || Array.isArray(items) || depth > 1
      ? 'list'
      : `list of ${formatSchemaType(resolve, resolve(items), depth + 1)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return type ?? 'any JSON';
}
