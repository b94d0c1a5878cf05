import { describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { readTranslations, translate } from './locales.ts';

async function translations() {
  const root = await createTemporaryWorkspace({
    'own/EN-us.yml': 'name: Greeter\nchat:\n  prompts:\n    - Hi\n    - Hello\n',
    'own/de.yml': 'name: Grüßer\n',
    'shared/en-us.yml': 'name: Anybody\nfooter: Bye\n',
  });
  return [readTranslations(`${root}/own`), readTranslations(`${root}/shared`)];
}

describe('texts of an assistant in a locale', () => {
  it.each([
    ['{{ name }}', 'en-us', 'Greeter'],
    ['{{name}} / {{ chat.prompts.1 }}', 'en', 'Greeter / Hello'],
    ['{{ name }}', 'de-at', 'Grüßer'],
    ['{{ name }}', 'fr-us', 'Greeter'],
    ['{{ footer }} {{ name }}', 'en-us', 'Bye Greeter'],
    ['{{ nothing }} {{ name }}', 'fr', '{{ nothing }} {{ name }}'],
  ])('turn %j in %s into %j', async (text, locale, translated) => {
    expect(translate(text, locale, await translations())).toBe(translated);
  });

  it('may be absent, and are refused when they are not YAML', async () => {
    const root = await createTemporaryWorkspace({ 'broken/en.yml': 'a: "' });
    expect(readTranslations(`${root}/none`).size).toBe(0);
    expect(() => readTranslations(`${root}/broken`)).toThrow(/broken\/en\.yml:1:5: broken YAML: /);
  });
});
