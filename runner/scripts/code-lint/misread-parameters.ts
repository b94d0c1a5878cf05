import escapeStringRegexp from 'escape-string-regexp';
import { blankOutComments, type CodeWarning } from '../code-text.ts';
import { findFunctionDeclaration, splitParameters } from '../code-warnings.ts';
import { listNonTextMembers } from './misread-values.ts';
import type { FunctionSource } from './text-comparisons.ts';

/**
 * Fields of an answer that contain its text. A function that reads only other fields, such as `error`, may expect them
 * to be missing if it gets a text.
 */
const textParameterPattern = /^(?:content|text|messages?|answer|reply|response|output|choices)$/;

/**
 * Finds a function that treats its first argument as an object, although it may be a text: all fields that it reads of
 * it are then undefined. Functions that also use the argument as a whole are skipped, because they may distinguish
 * texts from objects.
 */
export function findMembersOfText({ text, name }: FunctionSource): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const [parameter = ''] = splitParameters(declaration?.parameters ?? '');
  const [output = 'output'] = /^[\w$]+/.exec(parameter) ?? [];
  if (declaration === undefined || parameter === '') return undefined;
  const word = escapeStringRegexp(output);
  const [, destructured] = /^\{([^{}]*)\}/.exec(parameter) ?? [];
  const body =
    destructured === undefined
      ? declaration.body
          .replaceAll(`\${${output}}`, '')
          .replace(new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${word}(?=\\s*[;\\n])`), (_, keys) =>
            toMemberAccess(output, keys),
          )
      : toMemberAccess(output, destructured);
  const members = listNonTextMembers(body, output);
  const uses = body.match(new RegExp(`(?<![\\w$.])${word}(?![\\w$])`, 'g')) ?? [];
  const member = members.find((name) => textParameterPattern.test(name));
  if (member === undefined || members.length < uses.length) return undefined;
  const message = `${name} reads ${output}.${member}, but the answer is a text, which has no ${member}; use ${output} itself`;
  return { line: declaration.line, message };
}

/**
 * Rewrites the keys of a destructured parameter as member accesses: `{ content, tool_calls: calls }` becomes
 * `output.content output.tool_calls`.
 */
function toMemberAccess(output: string, keys: string): string {
  return [...keys.matchAll(/(?:^|,)\s*([\w$]+)/g)].map(([, key]) => `${output}.${key}`).join(' ');
}

const removalNamePattern = /^(?:delete|remove|drop|clear|erase|purge)/i;
/** Matches code that may change an object: an assignment to a member, a method that changes its list, `delete`. */
const objectChangePattern =
  /[\w$)\]]\]?\s*\??\.[\w$]+\s*(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)|\]\s*(?:[-+*/|&?]{0,2}=(?![=>])|\+\+|--)|\bdelete\s|\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|delete|add|clear|assign)\(/;

/** Finds a mock that removes items from a copy of a list of the state, so that the state stays as it was. */
export function findUnchangedState({ text, name }: FunctionSource): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const [, state] = /^([\w$]+)/.exec(splitParameters(declaration?.parameters ?? '')[1] ?? '') ?? [];
  if (declaration === undefined || state === undefined || !removalNamePattern.test(name)) return undefined;
  const word = `(?<![\\w$.])${escapeStringRegexp(state)}`;
  const [, list] =
    new RegExp(`\\bconst\\s+[\\w$]+\\s*=\\s*(${word}(?:\\.[\\w$]+)+)\\.filter\\([^;]{0,200}?!==?`).exec(
      declaration.body,
    ) ?? [];
  // A function to which the mock passes the state may change it.
  const isPassedOn = new RegExp(`${word}\\s*[,)\\]};]`).test(declaration.body);
  if (list === undefined || isPassedOn || objectChangePattern.test(declaration.body)) return undefined;
  const message = `${name} filters ${list}, but changes nothing of the state; write "${list} = ${list}.filter(…)"`;
  return { line: declaration.line, message };
}

/** Finds a hook that assigns to a member of the result, which is a copy: the verdict stays as it was. */
export function findChangedResult({ text, name }: FunctionSource): CodeWarning | undefined {
  const declaration = findFunctionDeclaration(blankOutComments(text), name);
  const [, result] = /^([\w$]+)/.exec(splitParameters(declaration?.parameters ?? '')[2] ?? '') ?? [];
  if (declaration === undefined || result === undefined) return undefined;
  const assignment = new RegExp(
    `(?<![\\w$.])${escapeStringRegexp(result)}((?:\\.[\\w$]+)+)\\s*[-+*/|&?]{0,2}=(?![=>])`,
  );
  const [, members] = assignment.exec(declaration.body) ?? [];
  if (members === undefined) return undefined;
  const message = `${name} changes ${result}${members}, which has no effect: only assertions decide; use a "script" assertion`;
  return { line: declaration.line, message };
}
