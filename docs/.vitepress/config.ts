import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const docs = path.join(import.meta.dirname, '..');
const icon = readFileSync(path.join(docs, '../public/icon.svg'), 'utf8');
const shelves = ['tutorial', 'how-to', 'reference', 'explanation'] as const;

export default defineConfig({
  title: 'Turntree',
  description: 'Test AI agents in conversations',
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  outDir: '../dist.docs',
  cacheDir: '../node_modules/.cache/vitepress',
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/tutorial/agent-to-ci' },
      { text: 'How to', link: '/how-to/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Explanation', link: '/explanation/' },
      { text: 'Comparison', link: '/comparison' },
    ],
    sidebar: Object.fromEntries(shelves.map((shelf) => [`/${shelf}/`, sidebarFor(shelf)])),
  },
  markdown: {
    languageAlias: { output: 'txt', jsonl: 'json' },
    config(markdown) {
      const { rules } = markdown.renderer;
      const open = rules.link_open;
      // Files outside the docs folder are in the repository but not on the site, so a link to them gets no address
      // here.
      rules.link_open = (tokens, index, options, env: { relativePath?: string }, self) => {
        const token = tokens[index];
        if (token !== undefined && leavesDocs(token.attrGet('href') ?? '', env.relativePath ?? '')) {
          token.attrs = [['title', 'In the repository']];
          return self.renderToken(tokens, index, options);
        }
        return open?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
      };
      // Double braces in the documents are examples of test templates. They are escaped, or VitePress would evaluate
      // them.
      for (const name of ['text', 'code_inline'] as const) {
        const render = rules[name];
        rules[name] = (...args) => (render?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
      }
    },
  },
});

function leavesDocs(href: string, page: string): boolean {
  return href.startsWith('.') && path.posix.join(path.posix.dirname(page), href).startsWith('..');
}

type SidebarItem = { text: string; link: string } | { text: string; items: SidebarItem[] };

/**
 * Returns the sidebar entries for a section of the documentation: its pages, in the order and under the headings of its
 * index page.
 */
function sidebarFor(shelf: string): SidebarItem[] {
  const files = readdirSync(path.join(docs, shelf)).filter((file) => file.endsWith('.md'));
  if (!files.includes('index.md'))
    return files.map((file) => ({
      text: titleOf(path.join(docs, shelf, file)),
      link: `/${shelf}/${file.replace('.md', '')}`,
    }));
  const [top = '', ...sections] = readFileSync(path.join(docs, shelf, 'index.md'), 'utf8').split(/^## /m);
  return [
    ...linksIn(top, shelf),
    ...sections.map((section) => ({ text: section.split('\n')[0] ?? '', items: linksIn(section, shelf) })),
  ];
}

function linksIn(index: string, shelf: string): SidebarItem[] {
  return [...index.matchAll(/^\* \[([^\]]+)\]\(([\w/-]+)\.md\)/gm)].map(([, text = '', name = '']) => ({
    text: text.replaceAll('`', ''),
    link: `/${shelf}/${name}`,
  }));
}

function titleOf(file: string): string {
  return /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file;
}
