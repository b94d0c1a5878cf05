/** A condition of an SQL statement: its position, and the text that replaces it when it is removed. */
export type Condition = {
  start: number;
  end: number;
  text: string;
  role: 'and' | 'or';
  /** The last table that is named before the condition; empty if it is a subquery. */
  table: string;
};

type Token = { text: string; start: number; end: number; depth: number };

const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[A-Za-z_][\w$]*|[():?;,]|[^\s\w'"():?;,]+|\d[\w.]*/g;
const conditionKeywords = new Set(['WHERE', 'ON', 'HAVING']);
const tableKeywords = new Set(['FROM', 'JOIN', 'UPDATE', 'INTO']);
const clauseEnds = new Set([
  ...['WHERE', 'GROUP', 'ORDER', 'LIMIT', 'HAVING', 'WINDOW', 'UNION', 'INTERSECT', 'EXCEPT', 'RETURNING', 'SET'],
  ...['JOIN', 'LEFT', 'INNER', 'CROSS', 'DO', ',', ';'],
]);

/**
 * Returns the conditions of a statement: the parts between ANDs of each WHERE, ON and HAVING, and inside parentheses
 * also the parts between ORs.
 */
export function findConditions(sql: string): Condition[] {
  const tokens = tokenize(sql);
  return tokens.flatMap((token, tokenIndex) => {
    if (!conditionKeywords.has(token.text)) return [];
    // The word ON in `ON CONFLICT` starts no condition.
    if (tokens[tokenIndex + 1]?.text === 'CONFLICT') return [];
    const remainingTokens = tokens.slice(tokenIndex + 1);
    const length = remainingTokens.findIndex(
      (each) => each.depth < token.depth || (each.depth === token.depth && clauseEnds.has(each.text)),
    );
    const table = tableBefore(sql, tokens.slice(0, tokenIndex), token.depth);
    return parseConditions(sql, length === -1 ? remainingTokens : remainingTokens.slice(0, length)).map(
      (condition) => ({ ...condition, table }),
    );
  });
}

function tableBefore(sql: string, tokens: readonly Token[], depth: number): string {
  const last = tokens.findLastIndex((token) => token.depth === depth && tableKeywords.has(token.text));
  const name = tokens[last + 1];
  return name === undefined || name.text === '(' ? '' : sql.slice(name.start, name.end).replaceAll('"', '');
}

/**
 * Returns a statement in which a condition is disabled by `1 OR` or `0 AND`. The text of the condition stays, so that
 * parameter numbers stay valid.
 */
export function withoutCondition(sql: string, condition: Condition): string {
  return wrapCondition(sql, condition, condition.role === 'and' ? '1 OR' : '0 AND');
}

/**
 * Rewrites a condition so that no index can be used for it. This changes the order of rows that have no specified
 * order.
 */
export function preventIndexUse(sql: string, condition: Condition): string {
  return wrapCondition(sql, condition, '0 OR');
}

function wrapCondition(sql: string, { start, end }: Condition, operator: string): string {
  // A condition with MATCH needs its index, and a forced index needs its columns, so these conditions stay as they are.
  const text = operator === '0 OR' ? sql.slice(start, end) : sql.slice(start, end).replace(/^\w+ MATCH/, 'TRUE OR');
  if (/^\w+ MATCH/.test(text)) return sql;
  return `${sql.slice(0, start)}(${operator} (${text}))${sql.slice(end)}`.replaceAll(/INDEXED BY \w+/g, '');
}

function parseConditions(sql: string, tokens: readonly Token[]): Omit<Condition, 'table'>[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return [];
  const role = hasTopLevelWord('OR', tokens) ? 'or' : 'and';
  const tokenGroups = splitTokens(tokens, role === 'or' ? 'OR' : 'AND');
  return tokenGroups.flatMap((tokenGroup) => {
    const innerTokens = stripParentheses(tokenGroup);
    if (tokenGroups.length === 1 && innerTokens !== undefined) return parseConditions(sql, innerTokens);
    const [start, end] = [tokenGroup[0]?.start ?? 0, tokenGroup.at(-1)?.end ?? 0];
    const nested =
      innerTokens === undefined || !['AND', 'OR'].some((word) => hasTopLevelWord(word, innerTokens))
        ? []
        : parseConditions(sql, innerTokens);
    // A condition in parentheses is tested by its parts, unless it is one of several alternatives.
    if (nested.length > 0 && role === 'and') return nested;
    return [{ start, end, text: sql.slice(start, end), role }, ...nested];
  });
}

/** Returns the tokens inside the outer parentheses if these enclose all tokens. */
function stripParentheses(tokens: readonly Token[]): readonly Token[] | undefined {
  const [first] = tokens;
  if (first?.text !== '(' || tokens.at(-1)?.text !== ')') return undefined;
  const innerTokens = tokens.slice(1, -1);
  return innerTokens.every(({ depth }) => depth > first.depth) && innerTokens[0]?.text !== 'SELECT'
    ? innerTokens
    : undefined;
}

function hasTopLevelWord(word: string, tokens: readonly Token[]): boolean {
  return splitTokens(tokens, word).length > 1;
}

function splitTokens(tokens: readonly Token[], word: string): Token[][] {
  const depth = tokens[0]?.depth ?? 0;
  const tokenGroups: Token[][] = [[]];
  let isBetween = false;
  let cases = 0;
  for (const token of tokens) {
    const isOwn = token.depth === depth;
    if (isOwn && token.text === 'CASE') cases += 1;
    if (isOwn && token.text === 'END') cases -= 1;
    if (isOwn && token.text === 'BETWEEN') isBetween = true;
    if (isOwn && cases === 0 && token.text === word && !(word === 'AND' && isBetween)) tokenGroups.push([]);
    else tokenGroups.at(-1)?.push(token);
    if (isOwn && token.text === 'AND') isBetween = false;
  }
  return tokenGroups;
}

/** Splits SQL into tokens, with words in capitals. A parenthesis has the nesting depth of its surroundings. */
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
