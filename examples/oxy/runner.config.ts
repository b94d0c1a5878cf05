import { defineConfig } from 'turntree';

const catalogue = [
  { id: 'k11', content: 'K-11: chain for eleven gears, 32 euros' },
  { id: 'marathon', content: 'Marathon: saddle for long tours, 69 euros' },
  { id: 'cactus', content: 'Cactus: tyre with a layer against thorns, 38 euros' },
];

/** Finds entries that share a word with the query. */
function find({ query }: { query: string }) {
  const words = query.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return catalogue.filter(({ content }) => words.some((word) => content.toLowerCase().includes(word)));
}

export default defineConfig({
  // Scripted rules replace two models of config.yml, so that the tests need no network and no key.
  models: {
    clerk: { type: 'scripted', rules_file: 'rules/clerk.jsonc' },
    auditor: { type: 'scripted', rules_file: 'rules/auditor.jsonc' },
  },
  processes: { 'tools.catalogue': find },
});
