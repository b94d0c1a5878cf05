import { ActionError, type ActionHost } from './action-host.ts';

/** The inputs of the action, as defined in `action.yml`. */
export type ActionInputs = {
  args: readonly string[];
  /** The folder in which turntree runs, relative to the checkout. */
  folder: string;
  /**
   * The version that npm installs if the project has no turntree: a version, a tag or a file. Empty means the version
   * of the action.
   */
  version: string;
  /** A name for the report folder, the artifact and the comment. */
  name: string;
  token: string;
  comments: boolean;
  /** The baseline: `auto`, `none`, or a report of an earlier run. */
  baseline: string;
  /**
   * The URL at which the folder of `turntree report -o site/` is published; ends in a slash. Undefined if it is not
   * published.
   */
  site: string | undefined;
};

export function parseInputs({ variables }: Pick<ActionHost, 'variables'>): ActionInputs {
  const readActionInput = (name: string): string => variables[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
  const name = readActionInput('name') || 'turntree-report';
  if (!/^[\w.-]{1,80}$/.test(name) || /^\.+$/.test(name)) {
    throw new ActionError(`name: use letters, digits, ".", "_" and "-", not ${JSON.stringify(name)}`);
  }
  const comments = readActionInput('comment') || 'true';
  if (comments !== 'true' && comments !== 'false') {
    throw new ActionError(`comment: write true or false, not ${JSON.stringify(comments)}`);
  }
  return {
    args: splitWords(readActionInput('args')),
    folder: readActionInput('working-directory') || '.',
    version: readActionInput('version'),
    name,
    token: readActionInput('token'),
    comments: comments === 'true',
    baseline: readActionInput('baseline') || 'auto',
    site: parseSiteAddress(readActionInput('site')),
  };
}

function parseSiteAddress(text: string): string | undefined {
  if (text === '') return undefined;
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ActionError(
      `site: write the URL of a folder, such as https://example.org/agents/, not ${JSON.stringify(text)}`,
    );
  }
  // The URL becomes part of a Markdown link, and a parenthesis would end this link.
  const address = url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return address.endsWith('/') ? address : `${address}/`;
}

/** Splits a command line into words. Quoted text stays one word. No shell is involved, so nothing is expanded. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  const tokens = /\s+|"([^"]*)"|'([^']*)'|([^\s"']+)|(.)/gs;
  let word: string | undefined;
  for (const [token, double, single, bare, rest] of line.matchAll(tokens)) {
    if (rest !== undefined) throw new ActionError(`args: a quote (${rest}) is not closed in: ${line}`);
    const argument = double ?? single ?? bare;
    if (argument !== undefined) {
      word = (word ?? '') + argument;
      continue;
    }
    if (word !== undefined && token !== '') words.push(word);
    word = undefined;
  }
  return word === undefined ? words : [...words, word];
}
