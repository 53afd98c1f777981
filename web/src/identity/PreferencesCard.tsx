import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { RadioGroup } from '../kit/form/choices/Choices.tsx'
import { usePreference } from '../kit/preferences/preferences.ts'
import { chooseTheme, type ThemeChoice } from '../kit/theme/apply-theme.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'

const themes: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'Same as this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Preferences that apply on every device of the user (AUTH-073, AUTH-077). */
export function PreferencesCard() {
  const [theme, saveTheme] = usePreference<ThemeChoice>('theme', 'system')
  return (
    <Card title="Preferences">
      <RadioGroup
        {...standaloneField<ThemeChoice>('theme', theme, (choice) => {
          chooseTheme(choice)
          saveTheme(choice)
        })}
        label="Theme"
        choices={themes}
      />
    </Card>
  )
}
