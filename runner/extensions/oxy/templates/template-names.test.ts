import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listTemplateNames } from './template-names.ts';

const templatePaths = (template: string) => listTemplateNames(template).map(({ path }) => path);

describe('listTemplateNames', () => {
  it('finds what a template reads, with its line', () => {
    expect(listTemplateNames('a {{ user.name }}\n{% if databases.local %}{{ tools.search }}{% endif %}')).toEqual([
      { path: 'user.name', line: 1 },
      { path: 'databases.local', line: 2 },
      { path: 'tools.search', line: 2 },
    ]);
  });

  it('takes texts, comments, raw parts and plain text for what they are', () => {
    expect(
      templatePaths('databases {# {{ databases }} #} {{ "databases" ~ \'a\' }} {% raw %}{{ databases }}{% endraw %}'),
    ).toEqual([]);
  });

  it('knows what the template makes itself', () => {
    const template =
      '{% with ds = databases.a %}{{ ds.ddl }}{% endwith %}{% for k, v in rows %}{{ k }}{{ v.x }}{% endfor %}';
    expect(templatePaths(template)).toEqual(['databases.a', 'rows']);
  });

  it('sees neither filters nor tests nor the names of arguments', () => {
    expect(templatePaths('{% if a is defined and b is not none %}{% endif %}')).toEqual(['a', 'b']);
    expect(templatePaths("{{ now(fmt='x', utc=true) }} {{ add(to=a) | upper }}")).toEqual(['add', 'a']);
  });

  it('sees names behind brackets, operators and comparisons', () => {
    expect(templatePaths('{{ databases["a"].b ~ other == third }}')).toEqual(['databases', 'other', 'third']);
  });

  it('stops at a block that does not end, however many begin', () => {
    expect(templatePaths(`{{ a }} ${'{{ '.repeat(200_000)}`)).toEqual(['a']);
  });

  it('never throws, and every name stands in its line', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      'a.b',
      ' raw ',
      ' endraw ',
      '"',
      "'",
      '\n',
      ' = ',
      '|',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const template = pieces.join('');
        const lines = template.split('\n');
        for (const { path, line } of listTemplateNames(template)) {
          expect(lines[line - 1]).toContain(path.split('.')[0]);
        }
      }),
    );
  });
});
