import { IconKey } from '../../kit/icons/kit-icons.ts'
import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { logIn } from './log-in.ts'
import { PasscodeInput } from '../second-factor/PasscodeInput.tsx'
import { isAnswerTo } from './third-party-answer.ts'
import styles from './third-party-button.module.css'

/** The data returned by a third-party sign-in (AUTH-011). */
export interface SocialCredentials {
  credential: string
  select_by: string
}

/** Returns the ID token that Google appended after `#` when it redirected back; `null` if there is none. */
export function returnedCredential(hash: string): SocialCredentials | null {
  const credential = new URLSearchParams(hash.replace(/^#/, '')).get('id_token')
  return credential ? { credential, select_by: 'btn' } : null
}

const redirect_key = 'third_party_redirect'
const nonce_key = 'third_party_nonce'
const not_started_here = 'This sign-in was not started here. Press Continue with Google.'

/** The part of the third party's script that is used here. */
interface OneTap {
  initialize: (about: {
    client_id: string
    nonce: string
    callback: (answer: SocialCredentials) => void
  }) => void
  prompt: () => void
  cancel: () => void
}

declare global {
  interface Window {
    /** Set by the third party's script. */
    google?: { accounts?: { id?: OneTap } }
  }
}

/**
 * Loads the third party's script. Resolves to `null` when it is blocked or unavailable; the button then still works
 * (SHELL-083).
 */
function loadOneTap(address: string): Promise<OneTap | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.addEventListener('error', () => resolve(null))
    script.addEventListener('load', () => {
      resolve(window.google?.accounts?.id ?? null)
    })
    document.head.append(script)
  })
}

/** Button to sign in with a third-party account. Displayed only where the company has switched it on (AUTH-012). */
export function ThirdPartyButton({
  onDone,
  onUnknown,
}: {
  onDone: () => void
  /** Called when the third-party account is not connected yet; signing in with a password connects it. */
  onUnknown: (credentials: SocialCredentials) => void
}) {
  const [message, setMessage] = useState<string | null>(null)
  const [passcode, setPasscode] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const returned = useRef<SocialCredentials | null>(null)

  const enter = async (socialCredentials: SocialCredentials, typed?: string): Promise<void> => {
    setMessage(null)
    try {
      await logIn({
        social_credentials: socialCredentials,
        ...(typed ? { two_factor_auth_passcode: typed } : {}),
      })
      onDone()
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : null
      if (error?.status === 202) {
        setPasscode('')
        return
      }
      if (error?.code === 'verification_needed') onUnknown(socialCredentials)
      setPasscode(error?.status === 400 ? '' : null)
      setMessage(sentenceOf(thrown))
    }
  }
  const enterNow = useEffectEvent(enter)
  useEffect(() => {
    const credentials = returnedCredential(window.location.hash)
    if (!credentials || returned.current) return
    returned.current = credentials
    const back = sessionStorage.getItem(redirect_key) ?? ''
    const nonce = sessionStorage.getItem(nonce_key)
    for (const key of [redirect_key, nonce_key]) sessionStorage.removeItem(key)
    window.history.replaceState(null, '', window.location.pathname + back)
    if (isAnswerTo(credentials.credential, nonce)) void enterNow(credentials)
    else setMessage(not_started_here)
  }, [])
  useEffect(() => {
    let isGone = false
    let shown: OneTap | null = null
    const offer = async (): Promise<void> => {
      const { script_url, client_id, nonce } = await call(signInApi.startThirdParty, {})
      const oneTap = isGone ? null : await loadOneTap(script_url)
      if (!oneTap || isGone || returned.current) return
      oneTap.initialize({
        client_id,
        nonce,
        callback: ({ credential, select_by }) => {
          returned.current = { credential, select_by }
          void enterNow(returned.current)
        },
      })
      oneTap.prompt()
      shown = oneTap
    }
    // If the offer fails, the button is still available and displays the error when it is pressed.
    offer().catch(() => undefined)
    return () => {
      isGone = true
      shown?.cancel()
    }
  }, [])
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const { authorize_url, client_id, nonce } = await call(signInApi.startThirdParty, {})
      sessionStorage.setItem(redirect_key, window.location.search)
      sessionStorage.setItem(nonce_key, nonce)
      const values = new URLSearchParams({
        client_id,
        nonce,
        redirect_uri: `${window.location.origin}/login`,
        response_type: 'id_token',
        response_mode: 'fragment',
        scope: 'openid email profile',
      })
      window.location.assign(`${authorize_url}?${values.toString()}`)
    } catch (thrown) {
      setBusy(false)
      setMessage(sentenceOf(thrown))
    }
  }
  return (
    <div className={styles.third}>
      <div className={styles.or}>or</div>
      {message && (
        <Notice variant="error" live>
          {message}
        </Notice>
      )}
      {passcode !== null && (
        <PasscodeInput
          value={passcode}
          onChange={setPasscode}
          onComplete={(typed) => returned.current && void enter(returned.current, typed)}
          hasError={message !== null}
        />
      )}
      <Button size="lg" full icon={IconKey} busy={isBusy} onClick={() => start()}>
        Continue with Google
      </Button>
    </div>
  )
}
