import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import * as z from 'zod';

/** A regular expression of the program. A part that is known only at run time is replaced by a placeholder word. */
export type FoundPattern = { file: string; source: string; flags: string };

const LANGUAGES: Readonly<Record<string, 'ts' | 'tsx' | 'js'>> = { '.ts': 'ts', '.tsx': 'tsx', '.mts': 'ts' };

const literalSchema = z.object({
  type: z.literal('Literal'),
  regex: z.object({ pattern: z.string(), flags: z.string() }),
});
const textSchema = z.object({ type: z.literal('Literal'), value: z.string() });
const nameSchema = z.object({ type: z.literal('Identifier'), name: z.string() });
const templateSchema = z.object({
  type: z.literal('TemplateLiteral'),
  quasis: z.array(z.object({ value: z.object({ raw: z.string(), cooked: z.string() }) })),
  expressions: z.array(z.unknown()),
});
const taggedSchema = z.object({ type: z.literal('TaggedTemplateExpression'), quasi: templateSchema });
const memberSchema = z.object({
  type: z.literal('MemberExpression'),
  object: z.unknown(),
  property: z.object({ name: z.string() }),
});
const constantSchema = z.object({ type: z.literal('VariableDeclarator'), id: nameSchema, init: z.unknown() });
const arraySchema = z.object({ type: z.literal('ArrayExpression'), elements: z.array(z.unknown()) });
const spreadSchema = z.object({ type: z.literal('SpreadElement'), argument: nameSchema });
const createdSchema = z.object({
  type: z.enum(['NewExpression', 'CallExpression']),
  callee: z.object({ type: z.literal('Identifier'), name: z.literal('RegExp') }),
  arguments: z.array(z.unknown()),
});
const joinedSchema = z.object({
  type: z.literal('CallExpression'),
  callee: memberSchema.extend({ object: arraySchema }),
  arguments: z.array(textSchema),
});

/** The types of syntax nodes that are inspected, because only these can contain a pattern. */
const readers = new Set(['Literal', 'VariableDeclarator', 'NewExpression', 'CallExpression']);

/** Returns every regular expression in the shipped files: literals and arguments of `RegExp`. */
export function findPatterns(root: string): FoundPattern[] {
  return globSync(['{runner,lib,app,components,bin}/**/*.{ts,tsx,mjs,cjs}', '*.ts', '*.mjs'], { cwd: root })
    .filter((file) => !/\.(?:test|spec)\.tsx?$|(?:^|[\\/])testing[\\/]|\.d\.m?ts$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return findPatternsInText(text, LANGUAGES[path.extname(file)]).map((pattern) => ({
        ...pattern,
        file: file.split(path.sep).join('/'),
      }));
    });
}

/** Returns the patterns in the text of a file. */
export function findPatternsInText(text: string, lang: 'ts' | 'tsx' | 'js' = 'js'): Omit<FoundPattern, 'file'>[] {
  const nodes = collectNodes(parseAst(text, { lang })).filter((node) => readers.has(Reflect.get(node, 'type')));
  const constants = new Map(
    nodes.flatMap((node) => {
      const { data } = constantSchema.safeParse(node);
      return data === undefined ? [] : [[data.id.name, data.init] as const];
    }),
  );
  return nodes.flatMap((node) => {
    const literal = literalSchema.safeParse(node).data?.regex;
    if (literal !== undefined) return [{ source: literal.pattern, flags: literal.flags }];
    const created = createdSchema.safeParse(node).data;
    if (created === undefined) return [];
    const [pattern, flags] = created.arguments;
    return [{ source: evaluateConstantText(pattern, constants), flags: textSchema.safeParse(flags).data?.value ?? '' }];
  });
}

function collectNodes(root: object): object[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const member of Object.values(node)) if (typeof member === 'object' && member !== null) nodes.push(member);
  }
  return nodes;
}

/**
 * Returns the string that an expression evaluates to. Parts that are not known from the file become a word without
 * special characters.
 */
function evaluateConstantText(node: unknown, constants: ReadonlyMap<string, unknown>): string {
  const evaluateInnerText = (inner: unknown): string => evaluateConstantText(inner, constants);
  const text = textSchema.safeParse(node).data?.value ?? literalSchema.safeParse(node).data?.regex.pattern;
  if (text !== undefined) return text;
  const tagged = taggedSchema.safeParse(node).data;
  const template = tagged?.quasi ?? templateSchema.safeParse(node).data;
  if (template !== undefined) {
    const { quasis, expressions } = template;
    return quasis
      .map(
        ({ value: { raw, cooked } }, at) =>
          (tagged === undefined ? cooked : raw) + (at in expressions ? evaluateInnerText(expressions[at]) : ''),
      )
      .join('');
  }
  const name = nameSchema.safeParse(node).data?.name;
  if (name !== undefined && constants.has(name)) return evaluateInnerText(constants.get(name));
  const member = memberSchema.safeParse(node).data;
  if (member?.property.name === 'source') return evaluateInnerText(member.object);
  const joined = joinedSchema.safeParse(node).data;
  if (joined !== undefined)
    return joined.callee.object.elements.map(evaluateInnerText).join(joined.arguments[0]?.value);
  const spread = spreadSchema.safeParse(node).data;
  const list = arraySchema.safeParse(spread === undefined ? undefined : constants.get(spread.argument.name)).data;
  if (list !== undefined) return list.elements.map(evaluateInnerText).join('|');
  return 'word';
}
