import * as z from 'zod';
import { code } from './markdown.ts';

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
export type Schema = z.infer<typeof schemaSchema>;

const documentSchema = z.looseObject({ definitions: z.record(z.string(), schemaSchema).optional() });

/** A JSON Schema and what its references name. */
export type SchemaReader = { root: Schema; resolve(schema: Schema): Schema };

export function readSchema(json: unknown): SchemaReader {
  const { definitions = {} } = documentSchema.parse(json);
  const resolve = (schema: Schema): Schema => {
    const target = schema.$ref === undefined ? undefined : definitions[schema.$ref.replace('#/definitions/', '')];
    if (target === undefined) return schema;
    return { ...resolve(target), ...(schema.description === undefined ? {} : { description: schema.description }) };
  };
  return { root: schemaSchema.parse(json), resolve };
}

/** Rows of a table: name, type and meaning of each property. */
export function propertyRows({ resolve }: SchemaReader, schema: Schema): string[][] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const property = resolve(value);
    const initial =
      property.default === undefined || typeof property.default === 'object'
        ? []
        : [`Default: ${code(JSON.stringify(property.default))}`];
    const words = [...(property.description === undefined ? [] : [property.description]), ...initial];
    return [
      code(name),
      typeName(resolve, property),
      `${required.has(name) ? '*required* ' : ''}${words.join('. ')}`.trim(),
    ];
  });
}

function typeName(resolve: SchemaReader['resolve'], schema: Schema, depth = 0): string {
  const { const: constant, enum: values, anyOf, oneOf, items, type } = schema;
  if (constant !== undefined) return code(JSON.stringify(constant));
  if (values !== undefined) return values.map((value) => code(JSON.stringify(value))).join(' or ');
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) {
    if (depth > 1) return 'any of several';
    return [...new Set(variants.map((variant) => typeName(resolve, resolve(variant), depth + 1)))].join(' or ');
  }
  if (type === 'array')
    return items === undefined || Array.isArray(items) || depth > 1
      ? 'list'
      : `list of ${typeName(resolve, resolve(items), depth + 1)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return type ?? 'any JSON';
}
