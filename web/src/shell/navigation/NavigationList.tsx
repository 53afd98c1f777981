import { IconPlus } from '../../kit/icons/icons.ts'
import { useRouterState } from '@tanstack/react-router'
import { isStaff } from '@waybill/domain/kit/actor'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/layers/store.ts'
import { AppLink, ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Tooltip } from '../../kit/ui/layers/Tooltip.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { Count } from '../../kit/ui/values/Count.tsx'
import { useAccess } from '../access.ts'
import { navigation_counts } from './navigation-counts.ts'
import { isWithin, navigationFor, type NavigationItem } from './navigation.ts'
import { isServed, mayVisit } from '../pages.ts'
import shell from '../shell.module.css'
import styles from './navigation-list.module.css'

/** Paths outside the app (rendered by the server, or sign-in). They need a full page load. */
const whole_page = ['/track', '/login']

/** The navigation items of the user, with the current one marked. */
export function NavigationList({ isSmall = false, onGo }: { isSmall?: boolean; onGo?: () => void }) {
  const access = useAccess()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const counts = useStore(navigation_counts)
  return (
    <ul className={styles.list}>
      {navigationFor(access, mayVisit).map((item) => {
        const waiting = counts[item.to]
        const link = (
          <ItemLink
            item={item}
            isHere={isWithin(pathname, item.to)}
            label={isSmall ? item.label : undefined}
            onGo={onGo}
          >
            <Icon className={shell.itemIcon} of={item.icon} />
            {!isSmall && <span>{item.label}</span>}
            {waiting && waiting.count > 0 && (
              <Count of={waiting.count} what={waiting.what} urgent={waiting.urgent} />
            )}
          </ItemLink>
        )
        return (
          <li key={item.to}>
            {isSmall ? (
              <Tooltip text={item.label} silent side="right">
                {link}
              </Tooltip>
            ) : (
              link
            )}
          </li>
        )
      })}
    </ul>
  )
}

function ItemLink({
  item,
  isHere,
  label,
  onGo,
  children,
}: {
  item: NavigationItem
  isHere: boolean
  label: string | undefined
  onGo: (() => void) | undefined
  children: ReactNode
}) {
  const common = {
    className: shell.item ?? '',
    'aria-label': label,
    'aria-current': isHere ? ('page' as const) : undefined,
    onClick: onGo,
  }
  if (item.elsewhere)
    return (
      <a href={item.elsewhere} target="_blank" rel="noreferrer" {...common}>
        {children}
      </a>
    )
  return whole_page.includes(item.to) ? (
    <a href={item.to} {...common}>
      {children}
    </a>
  ) : (
    <AppLink to={item.to} exact {...common}>
      {children}
    </AppLink>
  )
}

/** The primary button of customers to send a parcel. On phones it opens the small-screen form (NAV-037, NAV-038). */
export function SendParcel({ onGo }: { onGo?: () => void }) {
  const access = useAccess()
  const isPhone = usePhone()
  const to =
    isPhone && isServed('/shipments/mobile/new')
      ? '/shipments/mobile/new'
      : `/shipments/new?quick_quote=send&t=${Date.now()}`
  if (access.me.kind === 'guest' || isStaff(access.me) || !mayVisit('/shipments/new', access)) return null
  return (
    <div className={styles.send}>
      <ButtonLink
        className={styles.sendLink}
        to={to}
        variant="primary"
        icon={IconPlus}
        full
        {...(onGo ? { onClick: onGo } : {})}
      >
        Send a parcel
      </ButtonLink>
    </div>
  )
}
