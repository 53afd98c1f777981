import { app_version } from '@waybill/domain/kit/app'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { useAccess } from '../access.ts'
import { mayVisit } from '../pages.ts'
import shell from '../shell.module.css'
import styles from './version-line.module.css'

/** The version in the navigation, with a link to the release notes for users who may see them (SHELL-018, NAV-009). */
export function VersionLine({ isSmall = false, onGo }: { isSmall?: boolean; onGo?: () => void }) {
  const text = isSmall ? app_version : `Version ${app_version}`
  return (
    <p className={shell.version}>
      {mayVisit('/release-notes', useAccess()) ? (
        <AppLink className={styles.versionLink} to="/release-notes" {...(onGo ? { onClick: onGo } : {})}>
          {text}
        </AppLink>
      ) : (
        text
      )}
    </p>
  )
}
