import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/**
 * Only conditions, boundaries and returns are mutated. Optional chaining is excluded because `?.` is often there only
 * for the types.
 */
const excludedMutations = [
  ...['ArithmeticOperator', 'ArrayDeclaration', 'AssignmentOperator', 'CallExpression', 'ObjectLiteral'],
  ...['OptionalChaining', 'Regex', 'StringLiteral', 'UnaryOperator', 'UpdateOperator'],
];
/** Ignores `default: kind satisfies never`, which exists only for the compiler; no value reaches it. */
const exhausted = { shouldIgnore: ({ node }) => isUnreachableDefault(node) && 'no value is left' };
const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/**
 * Returns the files of some source folders of `runner` ("rooms") with all mutants in them, each behind a switch, and
 * the change that each mutant makes.
 */
export async function mutateRooms(root, rooms) {
  const names = rooms.flatMap((room) => globSync(`runner/${room}/**/*.ts`, { cwd: root })).sort();
  const sources = names
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => ({ name, mutate: true, content: readFileSync(path.join(root, name), 'utf8') }));
  const options = { plugins: null, ignorers: [exhausted], excludedMutations };
  const { files, mutants } = await new Instrumenter(quiet).instrument(sources, options);
  const contents = new Map(sources.map(({ name, content }) => [name, content]));
  const seen = new Map();
  return {
    files: files.map(({ name, content }) => ({ name, content: withStepLimit(content) })),
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location, replacement }) => {
        const original = textAt(contents.get(fileName), location);
        const key = `${fileName}: ${shortenCode(original)} → ${shortenCode(replacement)}`;
        const nth = (seen.get(key) ?? 0) + 1;
        seen.set(key, nth);
        return {
          id,
          room: fileName.split('/')[1],
          file: fileName,
          line: location.start.line + 1,
          change: key.slice(fileName.length + 2),
          key: `${key} (${nth})`,
        };
      }),
  };
}

function isUnreachableDefault({ type, test, consequent }) {
  if (type !== 'SwitchCase' || test !== null) return false;
  const values = consequent.map(({ expression, argument }) => expression ?? argument);
  return values.some(
    (value) => value?.type === 'TSSatisfiesExpression' && value.typeAnnotation.type === 'TSNeverKeyword',
  );
}

/**
 * Stryker limits only how often the position of the mutant is reached, but a mutant may make a loop elsewhere endless.
 */
function withStepLimit(content) {
  const start = 'function isActive(id) {';
  const limit = "if (++ns.steps > ns.stepLimit) throw new Error('This takes too many steps.');";
  return content.replace(start, `${start}\n    ${limit}`);
}

function textAt(content, { start, end }) {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = lines[last].slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}

function shortenCode(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-27)}` : line;
}
