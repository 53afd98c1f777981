import { IconChevronLeft } from '../../kit/icons/icons.ts'
import { isDarkNavigation } from '@waybill/domain/kit/logo-contrast'
import { useState, useSyncExternalStore } from 'react'
import { stopImpersonating } from '../../kit/api/session.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { useAccess, useProvider } from '../access.ts'
import { standsOut } from './logo-shade.ts'
import shared from '../shell.module.css'
import styles from './logo.module.css'
import { currentColour, onPaint } from '../../kit/theme/apply-theme.ts'

/** Ends impersonation and opens the account of the impersonated user (AUTH-066, SHELL-016, SHELL-038). */
export function leaveImpersonation(accountId: number | null): void {
  stopImpersonating()
  window.location.assign(accountId === null ? '/' : `/accounts/${accountId}`)
}

/** The provider’s logo with a link to the home page (SHELL-015, SHELL-006); a 'Back' button while impersonating. */
export function Logo({ isSmall = false }: { isSmall?: boolean }) {
  const provider = useProvider()
  const { me } = useAccess()
  if (me.impersonated_by !== null)
    return isSmall ? (
      <IconButton label="Back" icon={IconChevronLeft} onClick={() => leaveImpersonation(me.account_id)} />
    ) : (
      <Button variant="ghost" icon={IconChevronLeft} onClick={() => leaveImpersonation(me.account_id)}>
        Back
      </Button>
    )
  const image = provider.navigation_logo_url || provider.logo_url
  const initial = <span className={styles.initial}>{provider.provider_title.slice(0, 1)}</span>
  return (
    <AppLink to="/" className={shared.logo ?? ''} aria-label={`${provider.provider_title}, home`}>
      {isSmall ? initial : image ? <LogoImage src={image} /> : provider.provider_title}
    </AppLink>
  )
}

/** The logo image. It gets a background plate when it is not readable on the navigation colour. */
function LogoImage({ src }: { src: string }) {
  const navigation = useNavigationColour()
  const [seen, setVisible] = useState<{ on: string; is_lost: boolean } | null>(null)
  const checkContrast = (image: HTMLImageElement | null): void => {
    if (!image?.complete || seen?.on === navigation) return
    setVisible({ on: navigation, is_lost: !standsOut(image, navigation) })
  }
  return (
    <img
      ref={checkContrast}
      src={src}
      alt=""
      className={cx(seen?.is_lost && styles.plate, styles.logoImage)}
      style={{ colorScheme: isDarkNavigation(navigation) && !seen?.is_lost ? 'dark' : 'light' }}
      onLoad={(event) => checkContrast(event.currentTarget)}
    />
  )
}

/** Returns the current background colour of the navigation, `#RRGGBB`. */
function useNavigationColour(): string {
  return useSyncExternalStore(onPaint, () => currentColour('nav-bg'))
}
