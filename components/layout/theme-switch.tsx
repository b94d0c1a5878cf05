import { useTheme } from 'next-themes';
import { cn } from '@/components/ui/cn';
import { Monitor, Moon, Sun } from '@/components/ui/icons';
import { useMounted } from './use-mounted';

export const themes = [
  { name: 'light', text: 'Light', icon: Sun },
  { name: 'dark', text: 'Dark', icon: Moon },
  { name: 'system', text: 'System', icon: Monitor },
] as const;

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const mounted = useMounted();
  return (
    <fieldset className="flex items-center rounded-md border bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ name, text, icon: Icon }) => {
        const isChosen = mounted && theme === name;
        return (
          <button
            key={name}
            type="button"
            title={text}
            aria-label={text}
            aria-pressed={isChosen}
            onClick={() => setTheme(name)}
            className={cn(
              'grid size-6 place-items-center rounded-sm',
              isChosen ? 'bg-raised text-ink shadow-xs' : 'text-ink-faint hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-3.5" />
          </button>
        );
      })}
    </fieldset>
  );
}
