import { deriveTheme, theme_defaults, type ThemeKey, type ThemeMode } from '@waybill/domain/kit/theme'
import * as identity from '@waybill/domain/identity/settings'
import type { Setting } from '@waybill/domain/kit/setting'
import { useState } from 'react'
import { LogoImage } from '../../kit/theme/LogoImage.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import styles from './theme-preview.module.css'
import type { SettingsEditing } from '../editing/use-settings.ts'

const keys = Object.keys(theme_defaults) as ThemeKey[]
const settings_by_key: Readonly<Record<ThemeKey, Setting<string>>> = identity

const modes = [
  { key: 'light', label: 'Light' },
  { key: 'dark', label: 'Dark' },
] as const

/** Returns the theme colours as currently edited, by key. */
export function themeColours(editing: SettingsEditing): Readonly<Record<string, unknown>> {
  return Object.fromEntries(keys.map((key) => [key, editing.of(settings_by_key[key] as Setting).edited]))
}

/**
 * Preview of the theme colours as currently edited, with the logo of the company. In a wide window both modes stay in
 * view above the colours; a phone displays one at a time (SET-035).
 */
export function ThemePreview({ editing }: { editing: SettingsEditing }) {
  const isPhone = usePhone()
  const [chosen, choose] = useState<ThemeMode>('light')
  const colours = themeColours(editing)
  const textOf = (setting: Setting<string>): string => String(editing.of(setting as Setting).edited ?? '')
  const logo = textOf(identity.navigation_logo_url) || textOf(identity.logo_url)
  return (
    <section className={styles.preview} aria-label="Preview">
      {isPhone && <Segments label="Preview" choices={modes} chosen={chosen} onChoose={choose} />}
      <div className={styles.pair}>
        {modes
          .filter(({ key }) => !isPhone || key === chosen)
          .map(({ key, label }) => (
            <Sample
              key={key}
              mode={key}
              label={label}
              colours={colours}
              logo={logo}
              title={textOf(identity.provider_title)}
            />
          ))}
      </div>
    </section>
  )
}

function Sample({
  mode,
  label,
  colours,
  logo,
  title,
}: {
  mode: ThemeMode
  label: string
  colours: Readonly<Record<string, unknown>>
  logo: string
  title: string
}) {
  const theme = deriveTheme(colours, mode)
  const tokens = Object.fromEntries(Object.entries(theme).map(([token, colour]) => [`--${token}`, colour]))
  return (
    <figure className={styles.sample} data-theme-sample={mode} style={tokens} inert>
      <div className={styles.navigation}>
        <span className={styles.logo}>
          {logo ? <LogoImage src={logo} background={theme['nav-bg']} /> : <strong>{title}</strong>}
        </span>
        <span className={styles.navigationPart}>Dashboard</span>
        <span className={styles.navigationPart} data-on="">
          Shipments
        </span>
        <span className={styles.navigationPart} data-on="hover">
          Settings
        </span>
      </div>
      <div className={styles.page}>
        <span className={styles.head}>
          <strong>{label}</strong>
          <Button variant="primary" size="sm">
            New shipment
          </Button>
        </span>
        <span className={styles.row} data-on="">
          <span className={styles.link}>K7M2QX</span>
          <StatusBadge family="green" label="Out for delivery" />
        </span>
        <span className={styles.row}>
          <span className={styles.link}>P4T9WB</span>
          <StatusBadge family="red" label="On hold" />
        </span>
      </div>
    </figure>
  )
}
