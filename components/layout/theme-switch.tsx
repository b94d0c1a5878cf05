'use client';

import { Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';

const themes = [
  { name: 'light', text: 'Light' },
  { name: 'dark', text: 'Dark' },
  { name: 'system', text: 'As the system' },
] as const;

export function ThemeSwitch() {
  const { setTheme } = useTheme();
  return (
    <Menu items={themes.map(({ name, text }) => ({ text, onSelect: () => setTheme(name) }))}>
      <Button look="quiet" size="icon" aria-label="Theme">
        <Sun aria-hidden className="size-4 dark:hidden" />
        <Moon aria-hidden className="hidden size-4 dark:block" />
      </Button>
    </Menu>
  );
}
