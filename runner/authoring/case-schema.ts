import { caseJsonSchema } from '../inputs/json-schema.ts';
import { getValueAtPath, isJsonObject, type Json, type JsonObject, type JsonPath } from '../values/index.ts';

/** The JSON Schema of cases, looked up by paths inside a case. */
export type CaseSchema = {
  /**
   * Returns the possible schemas of the value at a path: of several alternatives, those that fit what is already
   * written in the case.
   */
  shapesAt(path: JsonPath, source: Json): JsonObject[];
  /** Returns the alternatives of a schema. A value must match one of them. */
  alternativesOf(shape: JsonObject): JsonObject[];
};

export function createCaseSchema(): CaseSchema {
  const schema = caseJsonSchema();
  const definitions = isJsonObject(schema.definitions) ? schema.definitions : {};
  const root: JsonObject = { $ref: '#/definitions/case' };
  const flattenShape = (shape: JsonObject): JsonObject[] => flattenSchemaAlternatives(shape, definitions);
  const selectFittingShapes = (shapes: JsonObject[], value: Json | undefined): JsonObject[] =>
    filterIntendedShapes(shapes, value, flattenShape);
  return {
    alternativesOf: flattenShape,
    shapesAt(path, source) {
      let shapes = selectFittingShapes(flattenShape(root), source);
      let value: Json | undefined = source;
      for (const part of path) {
        value = getValueAtPath(value, [part]);
        const shapesHere: Json | undefined = value;
        shapes = selectFittingShapes(
          shapes.flatMap((shape) => listChildShapes(shape, part)).flatMap(flattenShape),
          shapesHere,
        );
      }
      return shapes;
    },
  };
}

/**
 * Returns the alternatives of a schema, with references resolved. Keywords next to the alternatives are added to each
 * of them.
 */
function flattenSchemaAlternatives(shape: JsonObject, definitions: JsonObject): JsonObject[] {
  const { $ref, anyOf, oneOf, allOf, ...ownKeywords } = shape;
  if (typeof $ref === 'string') {
    const target = definitions[$ref.replace('#/definitions/', '')];
    return isJsonObject(target) ? flattenSchemaAlternatives({ ...target, ...ownKeywords }, definitions) : [];
  }
  const alternatives = [anyOf, oneOf, allOf].filter(Array.isArray).flat().filter(isJsonObject);
  if (alternatives.length === 0 || ownKeywords.properties !== undefined) return [ownKeywords];
  return alternatives.flatMap((alternative) =>
    flattenSchemaAlternatives({ ...ownKeywords, ...alternative }, definitions),
  );
}

type SchemaFlattener = (shape: JsonObject) => JsonObject[];

/** The key `type` determines the alternative. As long as its value is unknown, all alternatives are possible. */
function filterIntendedShapes(shapes: JsonObject[], value: Json | undefined, shapesOf: SchemaFlattener): JsonObject[] {
  if (value === undefined) return shapes;
  const shapesOfKind = shapes.filter((shape) => isShapeOfKindOfValue(shape, value));
  const matchingShapes = isJsonObject(value)
    ? shapesOfKind.filter((shape) => matchesConstProperties(shape, value, shapesOf))
    : shapesOfKind;
  if (matchingShapes.length > 0) return matchingShapes;
  return shapesOfKind.length > 0 ? shapesOfKind : shapes;
}

function isShapeOfKindOfValue({ type, properties, items }: JsonObject, value: Json): boolean {
  if (isJsonObject(value)) return type === 'object' || properties !== undefined || type === undefined;
  if (Array.isArray(value)) return type === 'array' || items !== undefined || type === undefined;
  return type !== 'object' && type !== 'array';
}

function matchesConstProperties({ properties }: JsonObject, value: JsonObject, shapesOf: SchemaFlattener): boolean {
  if (!isJsonObject(properties)) return true;
  return Object.entries(properties).every(([key, property]) => {
    if (!isJsonObject(property) || value[key] === undefined) return true;
    const [shape] = shapesOf(property);
    return shape?.const === undefined || shape.const === value[key];
  });
}

/** Returns the schemas of the value at a key or an index; empty if the parent schema does not allow it. */
function listChildShapes({ properties, items, additionalProperties }: JsonObject, part: string | number): JsonObject[] {
  if (typeof part === 'number') return isJsonObject(items) ? [items] : [];
  const property = isJsonObject(properties) ? properties[part] : undefined;
  if (isJsonObject(property)) return [property];
  return properties === undefined && isJsonObject(additionalProperties) ? [additionalProperties] : [];
}
