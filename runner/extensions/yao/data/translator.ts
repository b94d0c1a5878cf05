import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '../../../host/bounded-file.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject } from '../../../values/index.ts';
import { parseYaml } from '../read-yaml.ts';

/** Implements `$L(text)` in scripts: returns the translation, or the text itself if there is none. */
export type TranslateText = (text: string, locale: string) => string;

type TranslationsByText = ReadonlyMap<string, string>;

/**
 * Creates a function that translates with `langs/<locale>/global.yml` of an application, which is read on first use. As
 * in Yao, scripts use no other file and no fallback language.
 */
export function createTranslator(root: string): TranslateText {
  const wordsByFile = new Map<string, TranslationsByText>();
  return (text, locale) => {
    const language = locale.toLowerCase();
    const translations = wordsByFile.get(language) ?? readTranslationsOfLanguage(path.join(root, 'langs'), language);
    wordsByFile.set(language, translations);
    return translations.get(text) ?? text;
  };
}

/** Reads the translations of a language. The name of its folder may be in upper or lower case. */
function readTranslationsOfLanguage(langs: string, language: string): TranslationsByText {
  const folder = existsSync(langs) ? readdirSync(langs).find((name) => name.toLowerCase() === language) : undefined;
  const file = path.join(langs, folder ?? language, 'global.yml');
  if (!existsSync(file)) return new Map();
  const content = parseYaml(readBounded(file), file) ?? {};
  if (!isJsonObject(content)) throw new AgentError(`${file}: must have a text for each key`, 'configuration');
  return new Map(Object.entries(content).map(([key, word]) => [key, requireTranslationText(word, { file, key })]));
}

function requireTranslationText(word: unknown, { file, key }: { file: string; key: string }): string {
  if (typeof word !== 'object') return String(word);
  if (word === null) return '';
  throw new AgentError(`${file}: ${JSON.stringify(key)} must be a text`, 'configuration');
}
