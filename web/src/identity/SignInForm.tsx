import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { identityApi } from '@waybill/domain/identity/api'
import { useRef, useState, type SubmitEvent } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { Refusal } from '../kit/api/refusal.ts'
import { storeToken } from '../kit/api/session.ts'
import { loose } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { Button, IconButton } from '../kit/ui/Button.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import { PasscodeInput } from './PasscodeInput.tsx'
import styles from './sign-in.module.css'

/**
 * Email and password, then the passcode when the server asks for one with 202 (AUTH-002, AUTH-004). Stores the token
 * and tells `onDone`. Any refusal is one message above the fields; the email stays and focus goes to the password.
 */
export function SignInForm({
  email: known_email = '',
  forgot,
  onDone,
}: {
  /** The person whose session ended. */
  email?: string
  /** Where a forgotten password is asked for; without it there is no link. */
  forgot?: string | undefined
  onDone: (email: string) => void
}) {
  const [email, setEmail] = useState(known_email)
  const [password, setPassword] = useState('')
  const [passcode, setPasscode] = useState<string | null>(null)
  const [isSeen, setSeen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const password_input = useRef<HTMLInputElement>(null)

  const send = async (code?: string): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    try {
      const answer = await call(identityApi.login, {
        email: email.trim(),
        password,
        ...(code ? { two_factor_auth_passcode: code } : {}),
      })
      storeToken(answer.access_token)
      onDone(email.trim())
    } catch (thrown) {
      setBusy(false)
      if (thrown instanceof Refusal && thrown.status === 202) {
        setPasscode('')
        return
      }
      setMessage(sentenceOf(thrown))
      if (passcode !== null) setPasscode('')
      else requestAnimationFrame(() => password_input.current?.focus())
    }
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (passcode !== null) {
      if (passcode.length === 6) void send(passcode)
    } else if (email.trim() === '' || password === '') setMessage('Please fill in all the required fields.')
    else void send()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {message && (
        <Notice variant="error" live>
          {message}
        </Notice>
      )}
      {passcode === null ? (
        <>
          <TextField
            {...loose('email', email, setEmail)}
            label="Email or username"
            type="text"
            size="large"
            autoComplete="username"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            autoFocus={known_email === ''}
          />
          <TextField
            {...loose('password', password, setPassword)}
            label="Password"
            type={isSeen ? 'text' : 'password'}
            size="large"
            autoComplete="current-password"
            autoFocus={known_email !== ''}
            inputRef={password_input}
            labelEnd={
              forgot && (
                <a href={forgot} className={styles.forgot}>
                  Forgot password?
                </a>
              )
            }
            suffix={
              <IconButton
                label={isSeen ? 'Hide password' : 'Show password'}
                icon={isSeen ? IconEyeOff : IconEye}
                size="xs"
                tooltip={false}
                onClick={() => setSeen(!isSeen)}
              />
            }
          />
        </>
      ) : (
        <>
          <p className={styles.explain}>Enter the 6-digit passcode from your authenticator app.</p>
          <PasscodeInput
            value={passcode}
            onChange={setPasscode}
            onComplete={(code) => void send(code)}
            hasError={message !== null}
          />
        </>
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
    </form>
  )
}
