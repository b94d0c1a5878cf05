import { describe, expect, it } from 'vitest';
import { isOxyConfig } from './oxy-config.ts';

describe('a config.yml', () => {
  it.each([
    ['block style', 'databases: []\nmodels:\n  - vendor: openai\n    name: gpt\n'],
    ['block style with models only', 'models:\n- {name: gpt, vendor: ollama}\n'],
    ['flow style', '# ours\n{databases: [], models: [{name: gpt, vendor: openai, model_ref: x}]}\n'],
    ['JSON', '{\n  "databases": [],\n  "models": []\n}\n'],
    ['quoted keys', '"models": []\n"databases": []\n'],
    ['a document mark and a BOM', '\uFEFF---\nmodels: []\ndatabases: []\n'],
    ['Windows line ends', 'databases: []\r\nmodels:\r\n  - vendor: openai\r\n'],
    ['broken', 'models:\n  - {name: gpt, vendor: openai\ndatabases: []\n'],
  ])('is one of oxy: %s', (_how, text) => {
    expect(isOxyConfig(text)).toBe(true);
  });

  it.each([
    ['no models', 'debug: true\ndatabases: []\n'],
    ['models of another program', 'models:\n  - name: user\n    table: users\n'],
    ['models further in', 'app:\n  models:\n    - vendor: openai\n  databases: []\n'],
    ['models in a comment', '# models: []\n# databases: []\nvendor: x\n'],
    ['broken', 'models: [\n  user: {\n'],
    ['empty', ''],
  ])('is one of another program: %s', (_how, text) => {
    expect(isOxyConfig(text)).toBe(false);
  });
});
