import { IconChevronLeft } from '@tabler/icons-react'
import { stopImpersonating } from '../kit/api/session.ts'
import { AppLink } from '../kit/ui/AppLink.tsx'
import { Button, IconButton } from '../kit/ui/Button.tsx'
import { useAccess, useProvider } from './access.ts'
import styles from './shell.module.css'

/** Ends impersonation and returns to the account it was about (AUTH-066, SHELL-016, SHELL-038). */
export function leaveImpersonation(account_id: number | null): void {
  stopImpersonating()
  window.location.assign(account_id === null ? '/' : `/accounts/${account_id}`)
}

/** The provider's logo, which leads home (SHELL-015, SHELL-006); 'Back' while impersonating. */
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
    <AppLink to="/" className={styles.logo ?? ''} aria-label={`${provider.provider_title}, home`}>
      {isSmall ? initial : image ? <img src={image} alt="" /> : provider.provider_title}
    </AppLink>
  )
}
