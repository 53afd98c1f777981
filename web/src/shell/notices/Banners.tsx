import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconUserShield,
  IconWifi,
  IconWifiOff,
  IconX,
} from '../../kit/icons/icons.ts'
import { isAccountAdmin, isOffice } from '@waybill/domain/kit/actor'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useOnline } from '../../kit/offline/use-online.ts'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon, type IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { useAccess, useGeneralData, useProvider } from '../access.ts'
import { leaveImpersonation } from '../navigation/Logo.tsx'
import { isServed } from '../pages.ts'
import styles from './banners.module.css'
import { isHidden } from '../navigation/UserBlock.tsx'

/** Time for which 'You are back online!' stays visible, in ms (SHELL-030). */
const back_online_ms = 2000

type Tone = 'grey' | 'info' | 'success' | 'warning' | 'error'

const class_of: Readonly<Record<Tone, string | undefined>> = {
  grey: styles.grey,
  info: styles.info,
  success: styles.success,
  warning: styles.warning,
  error: styles.error,
}

interface BannerText {
  key: string
  tone: Tone
  icon: IconShape
  text: string
  /** May contain Markdown, because the company writes it. */
  isRich?: boolean
  link?: ReactNode
  onClose?: () => void
  closeLabel?: string
}

const message_icons: Record<string, { tone: Tone; icon: IconShape }> = {
  info: { tone: 'info', icon: IconInfoCircle },
  warning: { tone: 'warning', icon: IconAlertTriangle },
  success: { tone: 'success', icon: IconCircleCheck },
  error: { tone: 'error', icon: IconCircleX },
}

/**
 * Banners for lasting conditions, in this order: offline, site-wide message, provider overdue, account on hold,
 * impersonation (SHELL-028).
 */
export function Banners() {
  const [areAllVisible, setAllVisible] = useState(false)
  const banners = [useOffline(), useSiteMessage(), useOverdue(), useOnHold(), useImpersonation()].filter(
    (banner) => banner !== null,
  )
  const shown = areAllVisible ? banners : banners.slice(0, 2)
  return (
    <div data-print="no">
      {shown.map(({ key, ...banner }) => (
        <Banner key={key} {...banner} />
      ))}
      {banners.length > shown.length && (
        <div className={cx(styles.banner, styles.info)}>
          <button type="button" className={styles.bannerMore} onClick={() => setAllVisible(true)}>
            + {banners.length - shown.length} notices
          </button>
        </div>
      )}
    </div>
  )
}

const RichText = lazy(() => import('./RichText.tsx'))

function Banner({
  tone,
  icon,
  text,
  isRich,
  link,
  onClose,
  closeLabel = 'Dismiss',
}: Omit<BannerText, 'key'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={cx(styles.banner, class_of[tone])} role="status">
      <Icon of={icon} />
      <span className={cx(styles.bannerText, isOpen && styles.bannerOpen)}>
        {isRich ? (
          <Suspense fallback={text}>
            <RichText text={text} />
          </Suspense>
        ) : (
          text
        )}
      </span>
      {text.length > 140 && (
        <button type="button" className={styles.bannerMore} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
      {link}
      {onClose && (
        <button type="button" className={styles.bannerClose} aria-label={closeLabel} onClick={onClose}>
          <Icon of={IconX} size={16} />
        </button>
      )}
    </div>
  )
}

function useOffline(): BannerText | null {
  const isOnline = useOnline()
  const [hasBeenLost, setBeenLost] = useState(!isOnline)
  if (!isOnline && !hasBeenLost) setBeenLost(true)
  useEffect(() => {
    if (!isOnline || !hasBeenLost) return undefined
    const timer = setTimeout(() => setBeenLost(false), back_online_ms)
    return () => clearTimeout(timer)
  }, [isOnline, hasBeenLost])
  if (!hasBeenLost) return null
  return isOnline
    ? { key: 'offline', tone: 'success', icon: IconWifi, text: 'You are back online!' }
    : {
        key: 'offline',
        tone: 'grey',
        icon: IconWifiOff,
        text: 'You are currently offline. Please check your internet connection.',
      }
}

function useSiteMessage(): BannerText | null {
  const { me, settings } = useAccess()
  const [dismissed, setDismissed] = usePreference<string>('dismissed_site_message', '')
  if (me.kind === 'guest' || isHidden(me, 'hide_site_wide_message')) return null
  const [message, icon] =
    me.account_id === null
      ? [settings.site_wide_admin_message, settings.site_wide_admin_message_icon]
      : [settings.site_wide_account_message, settings.site_wide_account_message_icon]
  const text = String(message ?? '')
  const appearance = message_icons[String(icon ?? 'info')] ?? message_icons.info
  const between = [settings.site_wide_message_from, settings.site_wide_message_until].map((at) =>
    at ? Date.parse(String(at)) : NaN,
  )
  const [from = NaN, until = NaN] = between
  const isOut = Date.now() < from || Date.now() > until
  if (!text || isOut || dismissed === text || !appearance) return null
  return {
    key: 'site',
    ...appearance,
    text,
    isRich: /[*`[#>-]/.test(text),
    onClose: () => setDismissed(text),
  }
}

/**
 * Returns the banner about the provider’s overdue invoices: up to three ids, then the number of others (SHELL-034,
 * SHELL-035).
 */
function useOverdue(): BannerText | null {
  const { me } = useAccess()
  const provider = useProvider()
  const ids = useGeneralData()?.provider_overdue_invoices ?? []
  if (provider.status !== 'overdue' || !isOffice(me)) return null
  const listed = ids.slice(0, 3).join(', ') + (ids.length > 3 ? ` and ${ids.length - 3} more` : '')
  const which = listed ? ` ${listed}` : ''
  return {
    key: 'overdue',
    tone: 'error',
    icon: IconAlertTriangle,
    text: `Your invoice(s)${which} are overdue. Please pay them as soon as possible to prevent suspension of your services.`,
  }
}

function useOnHold(): BannerText | null {
  const { me, settings } = useAccess()
  const account = useGeneralData()?.account
  if (!account?.is_on_hold) return null
  const email = account.support_email || String(settings.support_email ?? '')
  return {
    key: 'hold',
    tone: 'warning',
    icon: IconAlertTriangle,
    text: `Your account is on hold. Please settle your outstanding balance or contact ${email}.`,
    ...(isAccountAdmin(me) && isServed('/account')
      ? { link: <AppLink to="/account?tab=billing">View account</AppLink> }
      : {}),
  }
}

function useImpersonation(): BannerText | null {
  const { me } = useAccess()
  if (me.impersonated_by === null) return null
  return {
    key: 'impersonation',
    tone: 'grey',
    icon: IconUserShield,
    text: `${me.name} ${me.email}`.trim(),
    onClose: () => leaveImpersonation(me.account_id),
    closeLabel: 'Stop impersonating',
  }
}
