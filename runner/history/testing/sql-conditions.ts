/** A condition of a statement: where it stands in the text, and what takes its place when it is removed. */
export type Condition = {
  start: number;
  end: number;
  text: string;
  role: 'and' | 'or';
  /** The table that stands last before it; empty where that is a query. */
  table: string;
};

type Token = { text: string; start: number; end: number; depth: number };

const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[A-Za-z_][\w$]*|[():?;,]|[^\s\w'"():?;,]+|\d[\w.]*/g;
const clauses = new Set(['WHERE', 'ON', 'HAVING']);
const tables = new Set(['FROM', 'JOIN', 'UPDATE', 'INTO']);
const ends = new Set([
  ...['WHERE', 'GROUP', 'ORDER', 'LIMIT', 'HAVING', 'WINDOW', 'UNION', 'INTERSECT', 'EXCEPT', 'RETURNING', 'SET'],
  ...['JOIN', 'LEFT', 'INNER', 'CROSS', 'DO', ',', ';'],
]);

/**
 * The conditions of a statement: of each WHERE, ON and HAVING the parts between its ANDs, and of a part in parentheses the
 * parts between its ORs and ANDs as well.
 */
export function conditionsIn(sql: string): Condition[] {
  const tokens = tokenize(sql);
  return tokens.flatMap((token, place) => {
    if (!clauses.has(token.text)) return [];
    // `ON CONFLICT` is no condition.
    if (tokens[place + 1]?.text === 'CONFLICT') return [];
    const rest = tokens.slice(place + 1);
    const length = rest.findIndex(
      (each) => each.depth < token.depth || (each.depth === token.depth && ends.has(each.text)),
    );
    const table = tableBefore(sql, tokens.slice(0, place), token.depth);
    return parseConditions(sql, length === -1 ? rest : rest.slice(0, length)).map((part) => ({ ...part, table }));
  });
}

function tableBefore(sql: string, tokens: readonly Token[], depth: number): string {
  const last = tokens.findLastIndex((token) => token.depth === depth && tables.has(token.text));
  const name = tokens[last + 1];
  return name === undefined || name.text === '(' ? '' : sql.slice(name.start, name.end).replaceAll('"', '');
}

/** The statement without the condition. The text stays, so that the numbers of its parameters do. */
export function withoutCondition(sql: string, condition: Condition): string {
  return conditionRange(sql, condition, condition.role === 'and' ? '1 OR' : '0 AND');
}

/** The statement with the condition, for which it can use no index any more: what has no order comes in another one. */
export function inOtherOrder(sql: string, condition: Condition): string {
  return conditionRange(sql, condition, '0 OR');
}

function conditionRange(sql: string, { start, end }: Condition, operator: string): string {
  // Only an index answers a MATCH; and one that has to be used cannot be without its columns.
  const text = operator === '0 OR' ? sql.slice(start, end) : sql.slice(start, end).replace(/^\w+ MATCH/, 'TRUE OR');
  if (/^\w+ MATCH/.test(text)) return sql;
  return `${sql.slice(0, start)}(${operator} (${text}))${sql.slice(end)}`.replaceAll(/INDEXED BY \w+/g, '');
}

function parseConditions(sql: string, tokens: readonly Token[]): Omit<Condition, 'table'>[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return [];
  const role = isSplitBy('OR', tokens) ? 'or' : 'and';
  const parts = splitTokens(tokens, role === 'or' ? 'OR' : 'AND');
  return parts.flatMap((part) => {
    const inside = stripParentheses(part);
    if (parts.length === 1 && inside !== undefined) return parseConditions(sql, inside);
    const [start, end] = [part[0]?.start ?? 0, part.at(-1)?.end ?? 0];
    const nested =
      inside === undefined || !['AND', 'OR'].some((word) => isSplitBy(word, inside))
        ? []
        : parseConditions(sql, inside);
    // A group is proved by its parts, unless it is one of several alternatives.
    if (nested.length > 0 && role === 'and') return nested;
    return [{ start, end, text: sql.slice(start, end), role }, ...nested];
  });
}

/** The tokens between the parentheses, where these hold all of it. */
function stripParentheses(tokens: readonly Token[]): readonly Token[] | undefined {
  const [first] = tokens;
  if (first?.text !== '(' || tokens.at(-1)?.text !== ')') return undefined;
  const inside = tokens.slice(1, -1);
  return inside.every(({ depth }) => depth > first.depth) && inside[0]?.text !== 'SELECT' ? inside : undefined;
}

function isSplitBy(word: string, tokens: readonly Token[]): boolean {
  return splitTokens(tokens, word).length > 1;
}

function splitTokens(tokens: readonly Token[], word: string): Token[][] {
  const depth = tokens[0]?.depth ?? 0;
  const parts: Token[][] = [[]];
  let isBetween = false;
  let cases = 0;
  for (const token of tokens) {
    const isOwn = token.depth === depth;
    if (isOwn && token.text === 'CASE') cases += 1;
    if (isOwn && token.text === 'END') cases -= 1;
    if (isOwn && token.text === 'BETWEEN') isBetween = true;
    if (isOwn && cases === 0 && token.text === word && !(word === 'AND' && isBetween)) parts.push([]);
    else parts.at(-1)?.push(token);
    if (isOwn && token.text === 'AND') isBetween = false;
  }
  return parts;
}

/** Words in capitals; a parenthesis has the depth of what stands around it. */
function tokenize(sql: string): Token[] {
  let depth = 0;
  return [...sql.matchAll(tokenPattern)].flatMap(({ 0: text, index: start }) => {
    if (text.startsWith('--')) return [];
    if (text === ')') depth -= 1;
    const token = { text: /^[a-z]/i.test(text) ? text.toUpperCase() : text, start, end: start + text.length, depth };
    if (text === '(') depth += 1;
    return token;
  });
}
