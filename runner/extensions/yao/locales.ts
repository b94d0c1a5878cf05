import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '../../host/bounded-file.ts';
import { isJsonObject } from '../../values/index.ts';
import { parseYaml } from './read-yaml.ts';

/** Texts by locale (`en-us`) and key (`chat.title`). */
export type Translations = ReadonlyMap<string, ReadonlyMap<string, string>>;

const placeholderPattern = /\{\{\s*([\w.-]+)\s*\}\}/g;

/**
 * Reads `locales/*.yml` of a folder. The texts of a locale such as `en-us` also apply to its parts (`en`, `us`), unless
 * a part has its own file.
 */
export function readTranslations(folder: string): Translations {
  const translations = new Map<string, Map<string, string>>();
  if (!existsSync(folder)) return translations;
  for (const name of globSync('*.{yml,yaml}', { cwd: folder }).toSorted()) {
    const file = path.join(folder, name);
    const texts = new Map<string, string>();
    collectTranslations(parseYaml(readBounded(file), file), '', texts);
    translations.set(path.parse(name).name.toLowerCase(), texts);
  }
  for (const [locale, texts] of [...translations]) {
    for (const part of locale.split('-')) if (!translations.has(part)) translations.set(part, texts);
  }
  return translations;
}

/**
 * Replaces each `{{ key }}` with its translation. `translations` are tried in order: first the assistant's own, then
 * those that all assistants share. A key without a translation stays unchanged.
 */
export function translate(text: string, locale: string, translations: readonly Translations[]): string {
  const [language = '', region = ''] = locale.toLowerCase().split('-');
  const candidates = [locale.toLowerCase(), region, language];
  return text.replaceAll(placeholderPattern, (match, key: string) => {
    for (const own of translations) {
      for (const candidate of candidates) {
        const translation = own.get(candidate)?.get(key);
        if (translation !== undefined) return translation;
      }
    }
    return match;
  });
}

function collectTranslations(value: unknown, prefix: string, texts: Map<string, string>): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectTranslations(item, `${prefix}${index}.`, texts);
    return;
  }
  if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) collectTranslations(item, `${prefix}${key}.`, texts);
    return;
  }
  if (value !== null && value !== undefined) texts.set(prefix.slice(0, -1), String(value));
}
