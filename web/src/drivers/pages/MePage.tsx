import { IconChevronRight } from '../../kit/icons/icons.ts'
import { app_version } from '@waybill/domain/kit/app'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { showAlert } from '../../kit/layers/alerts.ts'
import { useStore } from '../../kit/layers/store.ts'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { waitingInQueues } from '../../kit/queue/waiting.ts'
import { setSoundVolume, soundVolume } from '../../kit/scan/sounds.ts'
import { useMe } from '../../kit/session/me.ts'
import { chooseTheme, themeChoice, type ThemeChoice } from '../../kit/theme/apply-theme.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { useMayVisit } from '../../kit/url/may-visit.ts'
import { goLogOut } from '../../kit/session/logging-out.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import { DayCard } from '../day/DayCard.tsx'
import { PositionNote } from '../day/PositionNote.tsx'
import styles from '../driver.module.css'
import { InstallHint } from '../phone/InstallHint.tsx'
import { PushSwitch } from '../phone/PushSwitch.tsx'
import { WifiSwitch } from '../phone/WifiSwitch.tsx'
import { chooseSunlight, sunlight } from '../phone/sunlight-mode.ts'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'

/** The driver's page for vehicle, start and end of the day, display, sounds, notifications and log-out. */
export default function MePage() {
  const app = useDriverApp()
  const me = useMe()
  const isSunny = useStore(sunlight)
  const [, saveTheme] = usePreference<ThemeChoice>('theme', 'system')
  const [theme, setTheme] = useState<ThemeChoice>(themeChoice)
  const [hasSound, setSound] = useState(() => soundVolume() > 0)
  const driver = app.sheet?.driver
  const vehicle = [driver?.vehicle_registration, driver?.vehicle_type].filter(Boolean).join(' · ')
  return (
    <DriverFrame app={app} title="Me" place="me">
      <div className={styles.block}>
        <p className={styles.nextStreet}>{me.name}</p>
        <p className={styles.under}>
          {[driver?.branch_name, vehicle].filter(Boolean).join(' · ') || me.role_name}
        </p>
      </div>
      <DayCard app={app} />
      <PositionNote />
      <h2 className={styles.listHead}>Screen</h2>
      <div className={styles.rows}>
        <label className={styles.setting}>
          <span>
            Bright sunlight
            <span className={styles.under}>Black on white, maximum contrast</span>
          </span>
          <input
            className={styles.settingInput}
            type="checkbox"
            role="switch"
            checked={isSunny}
            onChange={(event) => chooseSunlight(event.target.checked)}
          />
        </label>
        <div className={styles.setting}>
          <span>Theme</span>
          <Segments
            label="Theme"
            chosen={theme}
            choices={[
              { key: 'system', label: 'Phone' },
              { key: 'light', label: 'Light' },
              { key: 'dark', label: 'Dark' },
            ]}
            onChoose={(choice) => {
              setTheme(choice)
              chooseTheme(choice)
              saveTheme(choice)
            }}
          />
        </div>
        <label className={styles.setting}>
          <span>Sounds</span>
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
        <button type="button" className={styles.big} onClick={() => logOut(app)}>
          Log out
        </button>
        <p className={styles.under}>
          Version {app_version}
          {app.read_at && ` · stops updated at ${clockOf(app.read_at)}`}
        </p>
      </div>
    </DriverFrame>
  )
}

const more_places = [
  ['/tripsheet/cash', 'Cash'],
  ['/tripsheet/earnings', 'Earnings'],
  ['/inbox', 'Inbox'],
  ['/help-centre', 'Help centre'],
] as const

/** Links to pages outside the trip sheet that a driver may need. */
function MoreLinks() {
  const mayVisit = useMayVisit()
  const places = more_places.filter(([to]) => mayVisit(to))
  if (places.length === 0) return null
  return (
    <>
      <h2 className={styles.listHead}>More</h2>
      <div className={styles.rows}>
        {places.map(([to, label]) => (
          <AppLink key={to} to={to} className={styles.setting ?? ''}>
            {label}
            <Icon of={IconChevronRight} size={24} />
          </AppLink>
        ))}
      </div>
    </>
  )
}

/** Logs out, or displays the number of unsent items and does not log out. */
function logOut(app: DriverApp): void {
  const waiting = waitingInQueues()
  if (waiting === 0) {
    void goLogOut()
    return
  }
  void app.queue.drain()
  void showAlert({
    title: 'Not logged out',
    body: `${waiting} ${waiting === 1 ? 'item has' : 'items have'} not been sent yet. Wait until there is signal, then log out.`,
    variant: 'warning',
  })
}
