import { registrationApi } from '@waybill/domain/identity/registration/registration-api'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { announce } from '../../kit/layers/announcements.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { SignInStepForm } from '../sign-in/SignInStepForm.tsx'
import { logIn } from '../sign-in/log-in.ts'
import { PasscodeInput } from '../second-factor/PasscodeInput.tsx'
import styles from '../sign-in.module.css'

/**
 * Form for the code of a registration. The correct code opens the account and signs its owner in. When both email and
 * phone are verified, the phone code follows the email code (AUTH-036).
 */
export function VerifyCode({
  email,
  code: initialCode = '',
  registration,
  resend_seconds = 60,
  length = 6,
  message: initialMessage = null,
  hint: initialHint = `We have sent a code to ${email}.`,
  onDone,
}: {
  email: string
  /** The code from the link in the email; submitted automatically. */
  code?: string
  /**
   * The `registration` value from the registration response in this browser. Without it the code cannot be sent
   * again.
   */
  registration?: string
  resend_seconds?: number
  /** Number of digits in the code. */
  length?: number
  message?: string | null
  /** States where the code was sent. */
  hint?: string
  onDone: () => void
}) {
  const [code, setCode] = useState(initialCode)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState(initialMessage)
  const [hint, setHint] = useState(initialHint)
  const [waitS, setWait] = useState(resend_seconds)
  const isSent = useRef(false)
  useEffect(() => {
    const timer = setInterval(() => setWait((left) => Math.max(0, left - 1)), 1000)
    return () => clearInterval(timer)
  }, [])

  const send = async (typed: string): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    try {
      await logIn({ email, verification_code: typed, ...(registration ? { registration } : {}) })
      onDone()
    } catch (thrown) {
      setBusy(false)
      if (thrown instanceof ApiError && thrown.code === 'verification_needed') {
        setCode('')
        setWait(resend_seconds)
        setHint(thrown.message)
        announce(thrown.message)
      } else {
        setCode('')
        setMessage(sentenceOf(thrown))
      }
    }
  }
  useEffect(() => {
    if (initialCode === '' || isSent.current) return
    isSent.current = true
    void send(initialCode)
  })
  const again = async (): Promise<void> => {
    try {
      const answer = await call(registrationApi.resendCode, { registration: registration ?? '' })
      toast.info(answer.message)
      setWait(resend_seconds)
    } catch (thrown) {
      setMessage(sentenceOf(thrown))
    }
  }
  const submit = (): void => {
    if (code === '') setMessage('Enter the code that we have sent.')
    else void send(code)
  }
  return (
    <SignInStepForm message={message} onSubmit={submit}>
      <p className={styles.explain}>{hint}</p>
      <PasscodeInput
        name="Code"
        length={length}
        value={code}
        onChange={setCode}
        onComplete={(typed) => void send(typed)}
        hasError={message !== null}
      />
      <Button type="submit" variant="primary" size="lg" full busy={isBusy} className={styles.submit ?? ''}>
        Confirm and log in
      </Button>
      {registration && (
        <Button
          variant="ghost"
          full
          reason={waitS > 0 ? `You can ask for another code in ${waitS} seconds.` : null}
          onClick={() => again()}
        >
          Send the code again
        </Button>
      )}
    </SignInStepForm>
  )
}
