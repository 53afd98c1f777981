import {
  IconCommand,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '../../kit/icons/icons.ts'
import { lazy, Suspense } from 'react'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { useAccess } from '../access.ts'
import { Logo } from './Logo.tsx'
import { maySearch } from './navigation.ts'
import { NavigationList, SendParcel } from './NavigationList.tsx'
import { ReferenceSearch } from './ReferenceSearch.tsx'
import { openPalette } from '../shortcuts/shortcuts.ts'
import styles from '../shell.module.css'
import { UserBlock } from './UserBlock.tsx'
import { VersionLine } from './VersionLine.tsx'

/** Only customers have a balance, so it is loaded on demand. */
const BalancePanel = lazy(() => import('./BalancePanel.tsx'))

/** The navigation from 992 px: full width or a 64 px rail (SHELL-012…SHELL-021). */
export function Sidebar({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const access = useAccess()
  return (
    <nav className={cx(styles.nav, isCollapsed && styles.rail)} aria-label="Main" data-print="no">
      <div className={styles.head}>
        <Logo isSmall={isCollapsed} />
        {!isCollapsed && <PaletteButton />}
        {!isCollapsed && (
          <IconButton
            label="Collapse navigation"
            icon={IconLayoutSidebarLeftCollapse}
            className={styles.quietButton ?? ''}
            aria-keyshortcuts="["
            onClick={onToggle}
          />
        )}
      </div>
      {maySearch(access) && <ReferenceSearch isSmall={isCollapsed} onOpen={onToggle} />}
      {!isCollapsed && <SendParcel />}
      <NavigationList isSmall={isCollapsed} />
      {!isCollapsed && access.me.account_id !== null && (
        <Suspense fallback={null}>
          <BalancePanel />
        </Suspense>
      )}
      {isCollapsed && (
        <div style={{ display: 'grid', placeItems: 'center', gap: 4, marginBottom: 8 }}>
          <PaletteButton />
          <IconButton
            label="Expand navigation"
            icon={IconLayoutSidebarLeftExpand}
            className={styles.quietButton ?? ''}
            aria-keyshortcuts="["
            onClick={onToggle}
          />
        </div>
      )}
      <VersionLine isSmall={isCollapsed} />
      {access.me.kind !== 'guest' && <UserBlock isSmall={isCollapsed} />}
    </nav>
  )
}

/** Button that opens the command palette, for users who do not know its shortcut. */
function PaletteButton() {
  const { me } = useAccess()
  if (me.kind !== 'user') return null
  return (
    <IconButton
      label="Commands"
      icon={IconCommand}
      className={styles.quietButton ?? ''}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    />
  )
}
