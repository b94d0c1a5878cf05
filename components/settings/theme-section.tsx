import { useTheme } from 'next-themes';
import { useMounted } from '@/components/layout/use-mounted';
import { SettingsSection } from './settings-section';

const themes = [
  { name: 'light', text: 'Light' },
  { name: 'dark', text: 'Dark' },
  { name: 'system', text: 'As the system' },
] as const;

export function ThemeSection() {
  const { theme, setTheme } = useTheme();
  const mounted = useMounted();
  return (
    <SettingsSection title="Appearance">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <legend className="sr-only">Colours</legend>
        {themes.map(({ name, text }) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="radio"
              name="appearance"
              value={name}
              checked={mounted && theme === name}
              onChange={() => setTheme(name)}
              className="accent-accent"
            />
            {text}
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  );
}
