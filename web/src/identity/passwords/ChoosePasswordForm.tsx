import { lazy, Suspense, useState } from 'react'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { SignInStepForm } from '../sign-in/SignInStepForm.tsx'
import type { Invitation } from './invitation.ts'
import { logIn } from '../sign-in/log-in.ts'
import { PasswordField } from './PasswordField.tsx'
import styles from '../sign-in.module.css'

const PasscodeStep = lazy(async () => ({
  default: (await import('../second-factor/PasscodeStep.tsx')).PasscodeStep,
}))

/**
 * Form for the first password after an invitation, or for a new password after a reset. The link works once and signs
 * the user in. A passcode is still required when the user has a second factor.
 */
export function ChoosePasswordForm({
  invitation,
  shortest,
  onDone,
}: {
  invitation: Invitation
  /** Minimum number of characters of a password. The server checks the password again. */
  shortest: number
  onDone: () => void
}) {
  const [email, setEmail] = useState(invitation.email)
  const [password, setPassword] = useState('')
  const [passcode, setPasscode] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const send = async (typed?: string): Promise<void> => {
    setBusy(true)
    setMessage(null)
    try {
      await logIn({
        email: email.trim(),
        password,
        verification_code: invitation.code,
        ...(typed ? { two_factor_auth_passcode: typed } : {}),
      })
      onDone()
    } catch (thrown) {
      setBusy(false)
      if (thrown instanceof ApiError && thrown.status === 202) {
        setPasscode('')
        return
      }
      setMessage(sentenceOf(thrown))
      if (passcode !== null) setPasscode('')
    }
  }
  const submit = (): void => {
    if (isBusy) return
    if (passcode !== null) {
      if (passcode.length >= 6) void send(passcode)
    } else if (email.trim() === '' || password === '') setMessage('Please fill in all the required fields.')
    else if (password.length < shortest) setMessage(`A password needs at least ${shortest} characters.`)
    else void send()
  }
  return (
    <SignInStepForm message={message} onSubmit={submit}>
      {passcode === null ? (
        <>
          <TextField
            {...standaloneField('email', email, setEmail)}
            label="Email"
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            autoFocus={invitation.email === ''}
            off={invitation.email === '' ? null : 'The link was sent to this address.'}
          />
          <PasswordField
            {...standaloneField('password', password, setPassword)}
            label="New password"
            hint={`At least ${shortest} characters. A few words you remember are a good password.`}
            size="large"
            autoComplete="new-password"
            autoFocus={invitation.email !== ''}
          />
        </>
      ) : (
        <Suspense fallback={null}>
          <PasscodeStep
            passcode={passcode}
            setPasscode={setPasscode}
            onComplete={(typed) => void send(typed)}
            hasError={message !== null}
          />
        </Suspense>
      )}
      <Button type="submit" variant="primary" size="lg" full busy={isBusy} className={styles.submit ?? ''}>
        Save password and log in
      </Button>
      <a href="/login" className={styles.forgot}>
        I already have a password
      </a>
    </SignInStepForm>
  )
}
