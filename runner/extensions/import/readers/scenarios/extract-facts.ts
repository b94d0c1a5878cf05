/** The facts in a sentence. `others` are the clauses of the sentence that contain no fact. */
export type SentenceFacts = { facts: { name: string; value: string }[]; others: string[] };

/**
 * Extracts the facts that a sentence tells a simulated user about itself, as in "Your name is Ann and your zip code is
 * 19122."
 */
export function extractFacts(sentence: string): SentenceFacts {
  const clauses = sentence
    .replace(/[.!]$/, '')
    .split(/,?(?<!\s)\s+and\s+(?=your\s)|[,;]\s+(?=your\s)/i)
    .map((clause) => clause.trim());
  const factsByClause = clauses.map((clause) => ({
    clause,
    facts: extractIdentityFacts(clause) ?? extractStatedFact(clause),
  }));
  return {
    facts: factsByClause.flatMap(({ facts }) => facts ?? []),
    others: factsByClause.filter(({ facts }) => facts === undefined).map(({ clause }) => clause),
  };
}

type NamedFact = { name: string; value: string };

/**
 * Matches "You are Ann Lee with phone number 555-0102", "You are ann_12 living in zip code 19122", "You are ann_12
 * (a@b.example)".
 */
function extractIdentityFacts(clause: string): NamedFact[] | undefined {
  const match =
    /^you are ([^,;:()]{2,60}?)(?: \(([^()\s]{3,80}@[^()\s]{3,80})\)| (?:with|in|living in) (?:the |your )?(\D{2,30}?) (\S*\d\S*))?$/i.exec(
      clause,
    );
  const [, who = '', email, name, value] = match ?? [];
  const isName = /^(?:\p{Lu}[\p{L}'’.-]*)(?: \p{Lu}[\p{L}'’.-]*){0,4}$/u.test(who);
  const isId = /^(?=\S*[\d_])[\w-]+$/.test(who);
  if (!isName && !isId) return undefined;
  return [
    { name: isName ? 'name' : 'user id', value: who },
    ...(email === undefined ? [] : [{ name: 'email', value: email }]),
    ...(name === undefined || value === undefined ? [] : [{ name, value }]),
  ];
}

/** Matches facts such as "Your user id is: ann_12" and "The reservation number is PEP4E0". */
function extractStatedFact(clause: string): NamedFact[] | undefined {
  const match = /^(?:your|the) ([\p{L}][\p{L} -]{1,40}?)(?:: ?| (?:is|are):? )(\S.{0,80})$/iu.exec(clause);
  const [, name, value] = match ?? [];
  if (name === undefined || value === undefined || !looksLikeFactValue(value)) return undefined;
  return [{ name, value: value.replaceAll(/^["'“]|["'”]$/g, '') }];
}

const nonValueStartPattern =
  /^(?:in|at|on|not|no|that|so|supposed|going|still|to|because|being|only|very|also|now|as|for|from)\b/i;

/**
 * Matches an identifier, a number, an address, or a name. Does not match descriptions, because no agent would ask for
 * them.
 */
function looksLikeFactValue(text: string): boolean {
  const words = text.split(' ');
  if (words.length > 8 || nonValueStartPattern.test(text)) return false;
  return words.length <= 3 || /[\d@_#]/.test(text) || words.every((word) => /^\p{Lu}/u.test(word));
}

/** Matches statements such as "You do not know the cabin." and "You don't remember your e-mail address." */
export function extractUnknownFactName(sentence: string): string | undefined {
  const match =
    /^you (?:do not|don['’]t|cannot|can['’]t) (?:know|remember|recall|have) (?:the |your |what the |what your )?([\p{L}][\p{L} -]{1,40}?)(?: (?:is|are|was))?\.?$/iu.exec(
      sentence,
    );
  return match?.[1];
}
