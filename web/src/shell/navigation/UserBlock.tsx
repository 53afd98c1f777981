import {
  IconDeviceDesktop,
  IconDotsVertical,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '../../kit/icons/icons.ts'
import type { Actor } from '@waybill/domain/kit/actor'
import { truncate } from '@waybill/domain/kit/texts/format'
import { avatarLetters } from '@waybill/domain/kit/texts/person-name'
import { showAlert } from '../../kit/layers/alerts.ts'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { waitingBeforeLogOut } from '../../kit/queue/waiting.ts'
import { chooseTheme, type ThemeChoice } from '../../kit/theme/apply-theme.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { goLogOut } from '../../kit/session/logging-out.ts'
import { useAccess, useGeneralData } from '../access.ts'
import { isServed } from '../pages.ts'
import shell from '../shell.module.css'
import styles from './user-block.module.css'
import { openShortcutSheet } from '../shortcuts/shortcuts.ts'

/** Cuts a name to 18 characters and adds `...` (SHELL-020, FMT-023). */
export function cutName(name: string): string {
  return truncate(name, 18)
}

/** Checks whether the role hides something with a `hide_…` UI permission (SHELL-023, SHELL-032). */
export function isHidden(me: Actor, what: 'hide_logout' | 'hide_site_wide_message'): boolean {
  return me.permissions_ui.includes(what) || me.permissions_ui.includes(`UI_${what}`)
}

const themes: readonly [ThemeChoice, string, IconShape][] = [
  ['system', 'System theme', IconDeviceDesktop],
  ['light', 'Light theme', IconSun],
  ['dark', 'Dark theme', IconMoon],
]

/** The signed-in user, with the menu for profile, theme, shortcuts and log out (SHELL-019…SHELL-023). */
export function UserBlock({ isSmall = false }: { isSmall?: boolean }) {
  const { me } = useAccess()
  const account = useGeneralData()?.account
  const go = useGo()
  const [, saveTheme] = usePreference<ThemeChoice>('theme', 'system')
  const entries: MenuEntry[] = [
    ...(isServed('/profile')
      ? [{ label: 'Profile', icon: IconUser, onSelect: () => go('/profile') }, 'separator' as const]
      : []),
    ...themes.map(([choice, label, icon]) => ({
      label,
      icon,
      onSelect: () => {
        chooseTheme(choice)
        saveTheme(choice)
      },
    })),
    'separator',
    { label: 'Keyboard shortcuts', icon: IconKeyboard, keys: '?', onSelect: openShortcutSheet },
    ...(isHidden(me, 'hide_logout') ? [] : [{ label: 'Log out', icon: IconLogout, onSelect: logOut }]),
  ]
  return (
    <div className={shell.user}>
      <span className={styles.avatar} aria-hidden="true">
        {avatarLetters(me.name)}
      </span>
      {!isSmall && (
        <span className={styles.who}>
          <span title={me.name}>{cutName(me.name)}</span>
          <small className={styles.whoSmall}>
            {account ? `${account.account_code} · ${account.name}` : me.role_name}
          </small>
        </span>
      )}
      <Menu entries={entries} label="You" align={isSmall ? 'start' : 'end'}>
        {(trigger) => (
          <IconButton
            {...trigger}
            label={`Menu of ${me.name}`}
            icon={IconDotsVertical}
            size="xs"
            tooltip={false}
            className={shell.quietButton ?? ''}
          />
        )}
      </Menu>
    </div>
  )
}

/** Logs out, or shows the number of unsent items and stays logged in when there are any. */
export async function logOut(): Promise<void> {
  const waiting = await waitingBeforeLogOut()
  if (waiting > 0)
    void showAlert({
      title: 'Not logged out',
      body: `${waiting} ${waiting === 1 ? 'item has' : 'items have'} not been sent yet. Wait until there is signal, then log out.`,
      variant: 'warning',
    })
  else void goLogOut()
}
