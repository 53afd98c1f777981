import type { Provider } from '@waybill/domain/identity/model'
import { lazy, Suspense, useState } from 'react'
import { takeExpired } from '../../kit/api/session.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { EntryCard } from './EntryCard.tsx'
import { invitationIn, isRegistrationCode } from '../passwords/invitation.ts'
import { hasPasskeys } from '../second-factor/passkeys-here.ts'
import { SignInForm } from './SignInForm.tsx'
import signIn from '../sign-in.module.css'
import styles from './sign-in-page.module.css'

/** Links below the card. Only links with a target are passed. */
export interface SignInLinks {
  register?: string | undefined
  track?: string | undefined
  quote?: string | undefined
}

/** Everything except email and password is loaded on demand. */
const ChoosePasswordForm = lazy(async () => ({
  default: (await import('../passwords/ChoosePasswordForm.tsx')).ChoosePasswordForm,
}))
const ForgotPassword = lazy(async () => ({
  default: (await import('../passwords/ForgotPassword.tsx')).ForgotPassword,
}))
const ThirdPartyButton = lazy(async () => ({
  default: (await import('./ThirdPartyButton.tsx')).ThirdPartyButton,
}))
const PasskeyButton = lazy(async () => ({
  default: (await import('../second-factor/PasskeyButton.tsx')).PasskeyButton,
}))
const VerifyCode = lazy(async () => ({
  default: (await import('../registration/VerifyCode.tsx')).VerifyCode,
}))

/**
 * The sign-in page of a courier company (AUTH-001), or the form to choose a password after a link was opened. It
 * loads before the app, so it stays small.
 */
export function SignInPage({
  provider,
  links,
  onDone,
}: {
  provider: Provider
  links: SignInLinks
  onDone: () => void
}) {
  const [invitation] = useState(() => invitationIn(window.location.search))
  const [forgotten, setForgotten] = useState<string | null>(null)
  const [social, setSocial] = useState<{ credential: string; select_by: string }>()
  const [hasExpired] = useState(takeExpired)
  const isCode = invitation !== null && isRegistrationCode(invitation)
  const title = isCode
    ? 'Confirm your email'
    : invitation
      ? 'Choose a password'
      : forgotten === null
        ? 'Log in'
        : 'Forgot password?'
  usePageTitle(title)
  const setting = (key: string): string => String(provider.settings[key] ?? '')
  const help = [setting('support_email'), setting('support_phone')].filter(Boolean)
  const small = [
    [setting('privacy_url'), 'Privacy policy'],
    [setting('terms_url'), 'Terms'],
  ].filter(([address]) => address)
  const others = [
    [links.track, 'Track a parcel'],
    [links.quote, 'Get a quote'],
  ].filter(([address]) => address)
  return (
    <main className={signIn.page} id="content">
      <EntryCard company={provider.provider_title} logo_url={provider.logo_url ?? ''}>
        <h1>{title}</h1>
        <Suspense fallback={null}>
          {isCode ? (
            <VerifyCode {...invitation} length={Number(provider.settings.otp_length ?? 6)} onDone={onDone} />
          ) : invitation ? (
            <ChoosePasswordForm
              invitation={invitation}
              shortest={Number(provider.settings.password_min_length ?? 8)}
              onDone={onDone}
            />
          ) : forgotten !== null ? (
            <ForgotPassword email={forgotten} onBack={() => setForgotten(null)} />
          ) : (
            <>
              {hasExpired && (
                <Notice variant="info" live>
                  Token has expired. Log in to continue.
                </Notice>
              )}
              <SignInForm onDone={onDone} onForgot={setForgotten} social={social} />
              {hasPasskeys() && <PasskeyButton onDone={onDone} />}
              {provider.settings.google_login_enabled === true && (
                <ThirdPartyButton onDone={onDone} onUnknown={setSocial} />
              )}
            </>
          )}
        </Suspense>
      </EntryCard>
      <div className={signIn.below}>
        {links.register && (
          <div>
            New here?{' '}
            <a className={signIn.belowLink} href={links.register}>
              Open an account
            </a>
          </div>
        )}
        {others.map(([address, label], index) => (
          <span key={label}>
            {index > 0 && <span className={styles.dot}>·</span>}
            <a className={signIn.belowLink} href={address}>
              {label}
            </a>
          </span>
        ))}
      </div>
      <div className={styles.help}>
        {help.length > 0 && <div>Help: {help.join(' · ')}</div>}
        {small.map(([address, label], index) => (
          <span key={label}>
            {index > 0 && ' · '}
            <a className={styles.helpLink} href={address}>
              {label}
            </a>
          </span>
        ))}
      </div>
    </main>
  )
}
