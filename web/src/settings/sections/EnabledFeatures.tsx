import { readableWord } from '@waybill/domain/kit/setting-control'
import { useAppSession } from '../../kit/session/me.ts'
import { None, Tag } from '../../kit/ui/values/Value.tsx'
import settings from '../settings.module.css'
import styles from './enabled-features.module.css'

/** Read-only list of the features that the platform has enabled for the company (SET-113, SET-114). */
export function EnabledFeatures() {
  const { enabled_features } = useAppSession()
  return (
    <div className={`${settings.setting} ${settings.isWide}`}>
      <div className={settings.words}>
        <span className={settings.title}>Parts of the product</span>
        <span className={settings.description}>Switched on for your company by the platform.</span>
      </div>
      <ul className={styles.tags} aria-label="Parts of the product">
        {enabled_features.map((feature) => (
          <li key={feature}>
            <Tag>{readableWord(feature)}</Tag>
          </li>
        ))}
        {enabled_features.length === 0 && <None />}
      </ul>
    </div>
  )
}
