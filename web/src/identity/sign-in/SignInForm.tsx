import { lazy, Suspense, useRef, useState } from 'react'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { SignInStepForm } from './SignInStepForm.tsx'
import { logIn } from './log-in.ts'
import { PasswordField } from '../passwords/PasswordField.tsx'
import styles from '../sign-in.module.css'

/** Needed less often than the password, therefore loaded on demand. */
const PasscodeStep = lazy(async () => ({
  default: (await import('../second-factor/PasscodeStep.tsx')).PasscodeStep,
}))
const VerifyCode = lazy(async () => ({
  default: (await import('../registration/VerifyCode.tsx')).VerifyCode,
}))

/**
 * Form for email and password, then for the passcode when the server responds with 202 (AUTH-002, AUTH-004). Stores
 * the token and calls `onDone`. Any error is one message above the fields; the email stays and the password gets the
 * focus.
 */
export function SignInForm({
  email: knownEmail = '',
  onForgot,
  onDone,
  social,
}: {
  /** Email of the user whose session ended. */
  email?: string
  /** Opens the form to request a password link. Without it the button is not displayed. */
  onForgot?: (email: string) => void
  onDone: (email: string) => void
  /** Credentials of a third-party sign-in, to be connected with this user. */
  social?: { credential: string; select_by: string } | undefined
}) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [passcode, setPasscode] = useState<string | null>(null)
  const [isUnverified, setUnverified] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const typed = () => ({
    email: email.trim(),
    password,
    ...(social ? { social_credentials: social } : {}),
  })
  /** Signs in with a passkey as the second factor, for which the browser prompts. */
  const sendPasskey = async (): Promise<void> => {
    const { logInWithPasskey, passkeySentence } = await import('../second-factor/passkey.ts')
    try {
      await logInWithPasskey(typed())
      onDone(email.trim())
    } catch (thrown) {
      setBusy(false)
      setMessage(passkeySentence(thrown))
    }
  }
  const send = async (code?: string): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    try {
      await logIn({ ...typed(), ...(code ? { two_factor_auth_passcode: code } : {}) })
      onDone(email.trim())
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : null
      if (error?.code === 'passkey_needed') return sendPasskey()
      setBusy(false)
      if (error?.status === 202) {
        setPasscode('')
        return
      }
      setMessage(sentenceOf(thrown))
      if (error?.code === 'verification_needed' && !social) setUnverified(true)
      else if (passcode !== null && error?.status !== 401) setPasscode('')
      else {
        setPasscode(null)
        requestAnimationFrame(() => passwordInput.current?.focus())
      }
    }
  }
  const submit = (): void => {
    if (passcode !== null) {
      if (passcode.length >= 6) void send(passcode)
    } else if (email.trim() === '' || password === '') setMessage('Please fill in all the required fields.')
    else void send()
  }
  if (isUnverified)
    return (
      <Suspense fallback={null}>
        <VerifyCode email={email.trim()} message={message} onDone={() => onDone(email.trim())} />
      </Suspense>
    )
  return (
    <SignInStepForm message={message} onSubmit={submit}>
      {passcode === null ? (
        <>
          <TextField
            {...standaloneField('email', email, setEmail)}
            label="Email or username"
            type="text"
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            autoFocus={knownEmail === ''}
          />
          <PasswordField
            {...standaloneField('password', password, setPassword)}
            label="Password"
            size="large"
            autoComplete="current-password"
            autoFocus={knownEmail !== ''}
            inputRef={passwordInput}
            labelEnd={
              onForgot && (
                <Button variant="link" className={styles.forgot ?? ''} onClick={() => onForgot(email.trim())}>
                  Forgot password?
                </Button>
              )
            }
          />
        </>
      ) : (
        <Suspense fallback={null}>
          <PasscodeStep
            passcode={passcode}
            setPasscode={setPasscode}
            onComplete={(code) => void send(code)}
            hasError={message !== null}
          />
        </Suspense>
      )}
      <Button type="submit" variant="primary" size="lg" full busy={isBusy} className={styles.submit ?? ''}>
        Log in
      </Button>
      {passcode !== null && (
        <Button
          variant="ghost"
          full
          onClick={() => {
            setPasscode(null)
            setMessage(null)
          }}
        >
          Back
        </Button>
      )}
    </SignInStepForm>
  )
}
