import { useStore } from '../../kit/layers/store.ts'
import styles from '../driver.module.css'
import { useTexts } from '../texts/texts.ts'
import { choosePhotosOnWifi, photos_on_wifi, usePhotosWait } from './photos-on-wifi.ts'

/** Switch with which photos wait for Wi-Fi while actions are sent at once; disabled where the browser cannot tell. */
export function WifiSwitch() {
  const t = useTexts()
  const isOn = useStore(photos_on_wifi)
  const { network } = usePhotosWait()
  const isUnknown = network === 'unknown'
  return (
    <label className={styles.setting}>
      <span>
        {t.me.wifi}
        <span className={styles.under}>{isUnknown ? t.me.wifiUnknown : t.me.wifiText}</span>
      </span>
      <input
        className={styles.settingInput}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isUnknown}
        onChange={(event) => choosePhotosOnWifi(event.target.checked)}
      />
    </label>
  )
}
