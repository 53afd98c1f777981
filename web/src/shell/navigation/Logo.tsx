import { IconChevronLeft } from '../../kit/icons/icons.ts'
import { useSyncExternalStore } from 'react'
import { stopImpersonating } from '../../kit/api/session.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { useAccess, useProvider } from '../access.ts'
import shared from '../shell.module.css'
import styles from './logo.module.css'
import { currentColour, onPaint } from '../../kit/theme/apply-theme.ts'
import { LogoImage } from '../../kit/theme/LogoImage.tsx'

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
      {isSmall ? initial : image ? <NavigationLogo src={image} /> : provider.provider_title}
    </AppLink>
  )
}

/** The logo image on the current colour of the navigation. */
function NavigationLogo({ src }: { src: string }) {
  return <LogoImage src={src} background={useNavigationColour()} />
}

/** Returns the current background colour of the navigation, `#RRGGBB`. */
function useNavigationColour(): string {
  return useSyncExternalStore(onPaint, () => currentColour('nav-bg'))
}
