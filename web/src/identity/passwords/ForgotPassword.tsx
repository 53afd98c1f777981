import { identityApi } from '@waybill/domain/identity/api'
import { useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { SignInStepForm } from '../sign-in/SignInStepForm.tsx'
import { solvedChallenge } from '../sign-in/solved-challenge.ts'
import styles from '../sign-in.module.css'

/**
 * Form to request a link to choose a new password. The message is the same for existing and unknown names (AUTH-037,
 * AUTH-038).
 */
export function ForgotPassword({ email: knownEmail, onBack }: { email: string; onBack: () => void }) {
  const [email, setEmail] = useState(knownEmail)
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<{ variant: 'error' | 'success'; text: string } | null>(null)

  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const name = email.trim()
      const answer = await call(identityApi.resetPassword, {
        ...(name.includes('@') ? { email: name } : { username: name }),
        ...(await solvedChallenge()),
      })
      setNotice({ variant: 'success', text: answer.message })
    } catch (thrown) {
      setNotice({ variant: 'error', text: sentenceOf(thrown) ?? '' })
    }
    setBusy(false)
  }
  const submit = (): void => {
    if (isBusy) return
    if (email.trim() === '') setNotice({ variant: 'error', text: 'Please fill in all the required fields.' })
    else void send()
  }
  return (
    <SignInStepForm message={notice?.text ?? null} variant={notice?.variant} onSubmit={submit}>
      <TextField
        {...standaloneField('email', email, setEmail)}
        label="Email or username"
        hint="We send you a link to choose a new password. It works for 30 minutes."
        size="large"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" variant="primary" size="lg" full busy={isBusy} className={styles.submit ?? ''}>
        Send the link
      </Button>
      <Button variant="ghost" full onClick={onBack}>
        Back
      </Button>
    </SignInStepForm>
  )
}
