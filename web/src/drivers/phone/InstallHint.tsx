import { useStore } from '../../kit/layers/store.ts'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import styles from '../driver.module.css'
import { install_offer, isInstalled } from './install-app.ts'
import { useTexts } from '../texts/texts.ts'

/** Offers to put the app on the home screen; on Apple devices explains how. Nothing where it is there or not possible. */
export function InstallHint() {
  const t = useTexts()
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
            {t.me.install}
            <span className={styles.under}>{t.me.installText}</span>
          </span>
        </button>
      </div>
    )
  if (!/iPhone|iPad/.test(navigator.userAgent)) return null
  return (
    <div className={styles.block}>
      <p className={styles.instructions}>{t.me.installApple}</p>
    </div>
  )
}
