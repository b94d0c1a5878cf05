import { expect, it } from 'vitest';
import { jsonSchema } from '../contract/index.ts';
import { computeCaseHash } from './case-hash.ts';

// These hashes must not change, because histories contain them: with other hashes, every case would count as new.
it.each([
  ['{"id":"a","input":"x","assert":{"type":"contains","value":"y"}}', 'zemH6GszTDAa'],
  ['{"assert":{"value":"y","type":"contains"},"input":"x","id":"a"}', 'zemH6GszTDAa'],
  [
    '{"timeout":"30s","zeta":1,"options":{"skip":{"history":true},"metadata":{"b":[{"d":1,"c":2}],"a":null},"connector":"c"},"id":"ä"}',
    'he8_q-JOIgW0',
  ],
  ['{"__proto__x":1,"10":2,"9":3,"id":""}', '4tcWzqKiuUdG'],
  ['{"b":1,"__proto__":{"z":1,"a":2}}', 'SqVuU7rJ2CFV'],
])('the hash of %s is what it always was', (text, hash) => {
  expect(computeCaseHash(jsonSchema.parse(JSON.parse(text)))).toBe(hash);
});
