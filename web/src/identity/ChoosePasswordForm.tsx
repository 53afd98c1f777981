import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { identityApi } from '@waybill/domain/identity/api'
import { useState, type SubmitEvent } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { storeToken } from '../kit/api/session.ts'
import { loose } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { Button, IconButton } from '../kit/ui/Button.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import styles from './sign-in.module.css'

/** Fewest characters of a password; the server has the last word. */
const shortest = 8

/** A one-time link as the invitation's address holds it: `/login?verification={code}&email={email}`. */
export interface Invitation {
  code: string
  email: string
}

/** The invitation in an address, or `null`. */
export function invitationIn(search: string): Invitation | null {
  const values = new URLSearchParams(search)
  const code = values.get('verification')
  return code ? { code, email: values.get('email') ?? '' } : null
}

/** The first password of somebody who was invited; the link works once, then they are signed in. */
export function ChoosePasswordForm({ invitation, onDone }: { invitation: Invitation; onDone: () => void }) {
  const [email, setEmail] = useState(invitation.email)
  const [password, setPassword] = useState('')
  const [isSeen, setSeen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const send = async (): Promise<void> => {
    setBusy(true)
    setMessage(null)
    try {
      const answer = await call(identityApi.login, {
        email: email.trim(),
        password,
        verification_code: invitation.code,
      })
      storeToken(answer.access_token)
      onDone()
    } catch (thrown) {
      setBusy(false)
      setMessage(sentenceOf(thrown))
    }
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isBusy) return
    if (email.trim() === '' || password === '') setMessage('Please fill in all the required fields.')
    else if (password.length < shortest) setMessage(`A password needs at least ${shortest} characters.`)
    else void send()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {message && (
        <Notice variant="error" live>
          {message}
        </Notice>
      )}
      <TextField
        {...loose('email', email, setEmail)}
        label="Email"
        size="large"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
        autoFocus={invitation.email === ''}
        off={invitation.email === '' ? null : 'Your invitation was sent to this address.'}
      />
      <TextField
        {...loose('password', password, setPassword)}
        label="New password"
        hint={`At least ${shortest} characters. A few words you remember are a good password.`}
        type={isSeen ? 'text' : 'password'}
        size="large"
        autoComplete="new-password"
        autoFocus={invitation.email !== ''}
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
      <Button type="submit" variant="primary" size="lg" full busy={isBusy} className={styles.submit ?? ''}>
        Save password and log in
      </Button>
      <a href="/login" className={styles.forgot}>
        I already have a password
      </a>
    </form>
  )
}
