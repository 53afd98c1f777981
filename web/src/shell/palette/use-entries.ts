import {
  IconAdjustmentsHorizontal,
  IconArrowRight,
  IconBolt,
  IconDeviceDesktop,
  IconHistory,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLogout,
  IconMoon,
  IconPlus,
  IconReceipt,
  IconSun,
} from '../../kit/icons/icons.ts'
import { useMemo } from 'react'
import { billingPagesFor } from '../../billing/pages/billing-tabs.ts'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { chooseTheme, type ThemeChoice } from '../../kit/theme/apply-theme.ts'
import { placesFor } from '../../settings/navigation/settings-places.ts'
import { useAccess } from '../access.ts'
import { navigationFor } from '../navigation/navigation.ts'
import { mayVisit, pages } from '../pages.ts'
import { recentRecords } from '../navigation/recent-records.ts'
import { openShortcutSheet } from '../shortcuts/shortcuts.ts'
import { isHidden, logOut } from '../navigation/UserBlock.tsx'
import { nameOfPath, type PaletteEntry } from './entries.ts'

const themes = [
  ['system', 'System theme', IconDeviceDesktop],
  ['light', 'Light theme', IconSun],
  ['dark', 'Dark theme', IconMoon],
] as const

/** Returns the actions of the open page that have a shortcut key, named by their button or link text. */
function actionsOfPage(): PaletteEntry[] {
  const marked = document.querySelectorAll<HTMLElement>('#content [data-shortcut]')
  return [...marked].flatMap((element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    const keys = element.dataset.shortcut ?? ''
    if (label === '' || element instanceof HTMLInputElement || element.offsetParent === null) return []
    const press = (): void => {
      element.focus()
      element.click()
    }
    const to = element.closest('a')?.getAttribute('href') ?? undefined
    const does = to ? { to } : { act: press }
    return [{ key: `page ${keys}`, group: 'Actions', label, icon: IconBolt, keys, ...does }]
  })
}

/** Returns all pages and actions that the user’s role allows, as palette entries. */
export function usePaletteEntries(toggleNavigation: () => void): readonly PaletteEntry[] {
  const access = useAccess()
  const [, saveTheme] = usePreference<ThemeChoice>('theme', 'system')
  return useMemo(() => {
    const items = navigationFor(access, mayVisit)
    const named = new Set(items.map(({ to }) => to.split('?')[0]))
    const others = pages.filter(
      // Leave out pages that need no sign-in, except booking forms, which are also open to guests.
      ({ path, open, bare }) =>
        (!open || path.endsWith('/new')) &&
        !bare &&
        !path.includes('$') &&
        !named.has(path) &&
        mayVisit(path, access),
    )
    const places: PaletteEntry[] = [
      ...items.map(({ to, label, icon, key }): PaletteEntry => ({
        key: `go ${to}`,
        group: 'Go to',
        label,
        icon,
        to,
        ...(key ? { keys: `g ${key}` } : {}),
      })),
      ...others.map(({ path }): PaletteEntry => ({
        key: `go ${path}`,
        group: path.endsWith('/new') ? 'Actions' : 'Go to',
        ...placeName(path),
        icon: path.endsWith('/new') ? IconPlus : IconArrowRight,
        to: path,
      })),
      ...(mayVisit('/billing', access) ? billingPagesFor(access.me) : []).map(
        ({ key, label }): PaletteEntry => ({
          key: `billing ${key}`,
          group: 'Go to',
          label,
          hint: 'Billing',
          icon: IconReceipt,
          to: `/billing/${key}`,
        }),
      ),
    ]
    const actions: PaletteEntry[] = [
      {
        key: 'navigation',
        group: 'Actions',
        label: 'Collapse or expand navigation',
        icon: IconLayoutSidebarLeftCollapse,
        keys: '[',
        act: toggleNavigation,
      },
      {
        key: 'shortcuts',
        group: 'Actions',
        label: 'Keyboard shortcuts',
        icon: IconKeyboard,
        keys: '?',
        act: openShortcutSheet,
      },
      ...themes.map(([choice, label, icon]): PaletteEntry => ({
        key: `theme ${choice}`,
        group: 'Actions',
        label,
        icon,
        act: () => {
          chooseTheme(choice)
          saveTheme(choice)
        },
      })),
      ...(isHidden(access.me, 'hide_logout')
        ? []
        : [{ key: 'log out', group: 'Actions', label: 'Log out', icon: IconLogout, act: logOut } as const]),
    ]
    const settings = mayVisit('/settings', access)
      ? placesFor(access.me, access.enabled_features).map(({ key, label, to }): PaletteEntry => ({
          key: `settings ${key}`,
          group: 'Settings',
          label,
          icon: IconAdjustmentsHorizontal,
          to,
        }))
      : []
    const records = recentRecords().map(({ to, title }): PaletteEntry => ({
      key: `recent ${to}`,
      group: 'Records',
      label: title,
      hint: 'Opened recently',
      icon: IconHistory,
      to,
    }))
    const here = actionsOfPage()
    // List a destination only once when the page already offers it as an action.
    const elsewhere = places.filter(({ to }) => here.every((entry) => entry.to !== to))
    return [...here, ...actions, ...elsewhere, ...records, ...settings]
  }, [access, saveTheme, toggleNavigation])
}

function placeName(path: string): { label: string; hint?: string } {
  if (!path.endsWith('/new')) return nameOfPath(path)
  const [thing = ''] = path.split('/').filter(Boolean)
  return { label: `New ${thing.replace(/s$/, '').replaceAll('-', ' ')}` }
}
