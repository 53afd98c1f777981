import { IconChevronRight } from '../../kit/icons/icons.ts'
import { app_version } from '@waybill/domain/kit/app'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { showAlert } from '../../kit/layers/alerts.ts'
import { useStore } from '../../kit/layers/store.ts'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { waitingBeforeLogOut } from '../../kit/queue/waiting.ts'
import { setSoundVolume, soundVolume } from '../../kit/scan/sounds.ts'
import { useMe } from '../../kit/session/me.ts'
import { chooseTheme, themeChoice, type ThemeChoice } from '../../kit/theme/apply-theme.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { goLogOut } from '../../kit/session/logging-out.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import { DayCard } from '../day/DayCard.tsx'
import { PositionNote } from '../day/PositionNote.tsx'
import styles from '../driver.module.css'
import own from './me-page.module.css'
import { InstallHint } from '../phone/InstallHint.tsx'
import { PushSwitch } from '../phone/PushSwitch.tsx'
import { WifiSwitch } from '../phone/WifiSwitch.tsx'
import { chooseSunlight, sunlight } from '../phone/sunlight-mode.ts'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'
import { languages } from '@waybill/domain/drivers/languages'
import { language_names } from '../texts/locale.ts'
import { chooseLanguage, currentTexts, useTexts } from '../texts/texts.ts'

/** The driver's page for vehicle, start and end of the day, display, sounds, notifications and log-out. */
export default function MePage() {
  const app = useDriverApp()
  const me = useMe()
  const t = useTexts()
  const isSunny = useStore(sunlight)
  const [, saveTheme] = usePreference<ThemeChoice>('theme', 'system')
  const [theme, setTheme] = useState<ThemeChoice>(themeChoice)
  const [hasSound, setSound] = useState(() => soundVolume() > 0)
  const driver = app.sheet?.driver
  const vehicle = [driver?.vehicle_registration, driver?.vehicle_type].filter(Boolean).join(' · ')
  return (
    <DriverFrame app={app} title={t.me.title} place="me">
      <div className={styles.block}>
        <p className={styles.nextStreet}>{me.name}</p>
        <p className={styles.under}>
          {[driver?.branch_name, vehicle].filter(Boolean).join(' · ') || me.role_name}
        </p>
      </div>
      <DayCard app={app} />
      <PositionNote />
      <h2 className={styles.listHead}>{t.me.language}</h2>
      <div className={styles.block}>
        <Segments
          label={t.me.language}
          chosen={t.language}
          choices={languages.map((key) => ({ key, label: language_names[key] }))}
          onChoose={(language) => void chooseLanguage(language)}
        />
      </div>
      <h2 className={styles.listHead}>{t.me.screen}</h2>
      <div className={styles.rows}>
        <label className={styles.setting}>
          <span>
            {t.me.sunlight}
            <span className={styles.under}>{t.me.sunlightText}</span>
          </span>
          <input
            className={styles.settingInput}
            type="checkbox"
            role="switch"
            checked={isSunny}
            onChange={(event) => chooseSunlight(event.target.checked)}
          />
        </label>
        <div className={cx(styles.setting, own.choice)}>
          <span>{t.me.theme}</span>
          <Segments
            label={t.me.theme}
            chosen={theme}
            choices={themes.map((key) => ({ key, label: t.me.themes[key] }))}
            onChoose={(choice) => {
              setTheme(choice)
              chooseTheme(choice)
              saveTheme(choice)
            }}
          />
        </div>
        <label className={styles.setting}>
          <span>{t.me.sounds}</span>
          <input
            className={styles.settingInput}
            type="checkbox"
            role="switch"
            checked={hasSound}
            onChange={(event) => {
              setSound(event.target.checked)
              setSoundVolume(event.target.checked ? 0.6 : 0)
            }}
          />
        </label>
        <WifiSwitch />
        <PushSwitch />
      </div>
      <InstallHint />
      <MoreLinks />
      <div className={styles.block}>
        <button type="button" className={styles.big} onClick={() => void logOut(app)}>
          {t.me.logOut}
        </button>
        <p className={styles.under}>
          {t.me.version(app_version)}
          {app.read_at && t.me.updated(clockOf(app.read_at))}
        </p>
      </div>
    </DriverFrame>
  )
}

const themes = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[]

const more_places = [
  ['/tripsheet/cash', 'cash'],
  ['/tripsheet/earnings', 'earnings'],
  ['/inbox', 'inbox'],
  ['/help-centre', 'help'],
] as const

/** Links to pages outside the trip sheet that a driver may need. */
function MoreLinks() {
  const t = useTexts()
  const mayVisit = useMayVisit()
  const places = more_places.filter(([to]) => mayVisit(to))
  if (places.length === 0) return null
  return (
    <>
      <h2 className={styles.listHead}>{t.me.more}</h2>
      <div className={styles.rows}>
        {places.map(([to, name]) => (
          <AppLink key={to} to={to} className={styles.setting ?? ''}>
            {t.me.places[name]}
            <Icon of={IconChevronRight} size={24} />
          </AppLink>
        ))}
      </div>
    </>
  )
}

/** Logs out, or displays the number of unsent items and does not log out. */
async function logOut(app: DriverApp): Promise<void> {
  const waiting = await waitingBeforeLogOut()
  if (waiting === 0) {
    void goLogOut()
    return
  }
  void app.queue.drain()
  const { me } = currentTexts()
  void showAlert({
    title: me.stillIn,
    body: me.stillInText(waiting),
    variant: 'warning',
  })
}
