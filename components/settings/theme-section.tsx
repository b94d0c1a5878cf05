import { useTheme } from 'next-themes';
import { themes } from '@/components/layout/theme-switch';
import { useMounted } from '@/components/layout/use-mounted';
import { SettingsSection } from './settings-section';

export function ThemeSection() {
  const { theme, setTheme } = useTheme();
  const mounted = useMounted();
  return (
    <SettingsSection title="Appearance">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <legend className="sr-only">Theme</legend>
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
