import {
  adjustedShade,
  deriveTheme,
  followedColour,
  theme_defaults,
  type ThemeKey,
  type ThemeMode,
} from '@waybill/domain/kit/theme'
import * as identity from '@waybill/domain/identity/settings'
import type { Setting } from '@waybill/domain/kit/setting'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import styles from './theme-preview.module.css'
import type { SettingsEditing } from '../editing/use-settings.ts'

const keys = Object.keys(theme_defaults) as ThemeKey[]
const settings_by_key: Readonly<Record<ThemeKey, Setting<string>>> = identity

const modes: readonly (readonly [ThemeMode, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Returns the theme colours as currently edited, by key. */
export function themeColours(editing: SettingsEditing): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.map((key) => [key, editing.of(settings_by_key[key] as Setting).edited]))
}

/** Preview of the theme colours in light and dark mode, with the shades that were adjusted for readability (SET-035). */
export function ThemePreview({ editing }: { editing: SettingsEditing }) {
  const colours = themeColours(editing)
  const adjusted = keys.flatMap((key) => {
    const shade = adjustedShade(colours, key, 'light')
    return shade ? [{ key, title: settings_by_key[key].title, shade }] : []
  })
  const followed = keys.flatMap((key) => {
    const shade = followedColour(colours, key)
    return shade ? [{ key, title: settings_by_key[key].title, shade }] : []
  })
  return (
    <div className={styles.preview}>
      {followed.length > 0 && (
        <ul className={styles.adjusted} aria-label="Colours based on others">
          {followed.map(({ key, title, shade }) => (
            <li className={styles.adjustedItem} key={key}>
              <span className={styles.chip} style={{ background: shade }} />
              {`${title}: ${shade}, based on the colours above, until you choose one.`}
            </li>
          ))}
        </ul>
      )}
      {adjusted.length > 0 && (
        <ul className={styles.adjusted} aria-label="Adjusted shades">
          {adjusted.map(({ key, title, shade }) => (
            <li className={styles.adjustedItem} key={key}>
              <span className={styles.chip} style={{ background: shade }} />
              {`${title}: Adjusted to ${shade} so that text stays readable.`}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.pair}>
        {modes.map(([mode, label]) => (
          <Sample key={mode} mode={mode} label={label} colours={colours} />
        ))}
      </div>
    </div>
  )
}

function Sample({
  mode,
  label,
  colours,
}: {
  mode: ThemeMode
  label: string
  colours: Readonly<Record<string, unknown>>
}) {
  const tokens = Object.fromEntries(
    Object.entries(deriveTheme(colours, mode)).map(([token, colour]) => [`--${token}`, colour]),
  )
  return (
    <figure className={styles.sample} data-theme-sample={mode} style={tokens} inert>
      <div className={styles.navigation}>
        <span className={styles.navigationPart}>Dashboard</span>
        <span className={styles.navigationPart} data-on="">
          Shipments
        </span>
        <span className={styles.navigationPart}>Settings</span>
      </div>
      <div className={styles.page}>
        <strong>Shipments</strong>
        <span className={styles.row} data-on="">
          <span className="mono">K7M2QX</span>
          <StatusBadge family="green" label="Out for delivery" />
        </span>
        <span className={styles.row}>
          <span className="mono">P4T9WB</span>
          <StatusBadge family="red" label="On hold" />
        </span>
        <span className={styles.link}>A link to a shipment</span>
        <span className={styles.buttons}>
          <Button variant="primary" size="sm">
            Book
          </Button>
          <Button size="sm">Cancel</Button>
        </span>
      </div>
      <figcaption className={styles.sampleCaption}>{label}</figcaption>
    </figure>
  )
}
