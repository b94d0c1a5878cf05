import { RE2JS } from 're2js';

type Pattern = { found: (text: string) => boolean };
export type CompiledPattern = { kind: 'pattern'; pattern: Pattern } | { kind: 'invalid'; reason: string };

/** Compiles Go RE2 syntax. Matching takes time linear in the text, whatever the pattern; look-around is refused. */
export function compilePattern(source: string): CompiledPattern {
  try {
    const compiled = RE2JS.compile(source);
    return { kind: 'pattern', pattern: { found: (text) => compiled.matcher(text).find() } };
  } catch (error) {
    return { kind: 'invalid', reason: `invalid regex ${JSON.stringify(source)}: ${reasonOf(error)}` };
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error parsing regexp: /, '');
}
