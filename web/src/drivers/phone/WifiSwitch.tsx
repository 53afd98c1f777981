import { useStore } from '../../kit/layers/store.ts'
import styles from '../driver.module.css'
import { choosePhotosOnWifi, photos_on_wifi, usePhotosWait } from './photos-on-wifi.ts'

/** Switch with which photos wait for Wi-Fi while actions are sent at once; disabled where the browser cannot tell. */
export function WifiSwitch() {
  const isOn = useStore(photos_on_wifi)
  const { network } = usePhotosWait()
  const isUnknown = network === 'unknown'
  return (
    <label className={styles.setting}>
      <span>
        Photos on Wi-Fi only
        <span className={styles.under}>
          {isUnknown
            ? 'This browser does not say whether the phone is on Wi-Fi, so photos are sent at once.'
            : 'What you record is sent at once. Photos of deliveries and collections wait for Wi-Fi.'}
        </span>
      </span>
      <input
        className={styles.settingInput}
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={isUnknown}
        onChange={(event) => choosePhotosOnWifi(event.target.checked)}
      />
    </label>
  )
}
