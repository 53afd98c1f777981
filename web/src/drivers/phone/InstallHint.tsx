import { useStore } from '../../kit/layers/store.ts'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import styles from '../driver.module.css'
import { install_offer, isInstalled } from './install-app.ts'

/** Offers to put the app on the home screen; on Apple devices explains how. Nothing where it is there or not possible. */
export function InstallHint() {
  const offer = useStore(install_offer)
  const press = usePress(async () => {
    await offer?.prompt()
    install_offer.write(null)
  })
  if (isInstalled()) return null
  if (offer)
    return (
      <div className={styles.block}>
        <button type="button" className={styles.big} onClick={press}>
          <span>
            Install this app
            <span className={styles.under}>Opens full screen, also without signal</span>
          </span>
        </button>
      </div>
    )
  if (!/iPhone|iPad/.test(navigator.userAgent)) return null
  return (
    <div className={styles.block}>
      <p className={styles.instructions}>
        Install this app: tap Share in Safari, then “Add to Home Screen”. It then opens full screen and can
        show messages.
      </p>
    </div>
  )
}
