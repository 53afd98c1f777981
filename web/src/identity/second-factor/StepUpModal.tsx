import { useQuery } from '@tanstack/react-query'
import { identityApi } from '@waybill/domain/identity/api'
import { useState, type FormEvent } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { endpointQuery } from '../../kit/api/endpoint-query.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { PasscodeStep } from './PasscodeStep.tsx'
import { PasswordField } from '../passwords/PasswordField.tsx'
import styles from './two-factor.module.css'

/** Dialog in which the user confirms their identity: by second factor, or by password when they have none. */
export function StepUpModal({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const query = useQuery(endpointQuery(identityApi.stepUpMethods, {}))
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const methods = query.data?.ways ?? []
  const hasPasscode = methods.includes('passcode')
  const confirm = async (proof: Parameters<typeof call<typeof identityApi.stepUp>>[1]): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    try {
      await call(identityApi.stepUp, proof)
      onAnswer(true)
    } catch (thrown) {
      setMessage(sentenceOf(thrown))
      setTyped('')
      setBusy(false)
    }
  }
  const hasPasskey = methods.includes('passkey')
  const confirmByPasskey = async (): Promise<void> => {
    setBusy(true)
    setMessage(null)
    const { confirmation, passkeySentence } = await import('./passkey.ts')
    try {
      await call(identityApi.stepUp, { passkey: await confirmation() })
      onAnswer(true)
    } catch (thrown) {
      setMessage(passkeySentence(thrown))
      setBusy(false)
    }
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (typed !== '') void confirm(hasPasscode ? { two_factor_auth_passcode: typed } : { password: typed })
  }
  return (
    <Modal
      title="Confirm that it is you"
      width="narrow"
      isAlert
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          {hasPasskey && (
            <Button
              variant={hasPasscode ? 'secondary' : 'primary'}
              busy={isBusy}
              onClick={() => confirmByPasskey()}
            >
              Use a passkey
            </Button>
          )}
          {(hasPasscode || methods.includes('password')) && (
            <Button variant="primary" busy={isBusy} onClick={() => submit()}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <form className={styles.steps} onSubmit={submit}>
        <p>
          {hasPasscode
            ? 'Enter the code from your app to continue.'
            : methods.includes('password')
              ? 'Enter your password to continue.'
              : 'Confirm that it is you to continue.'}{' '}
          We won’t ask again for {query.data?.minutes ?? 10} minutes.
        </p>
        {message && (
          <Notice variant="error" live>
            {message}
          </Notice>
        )}
        {query.isError && (
          <RegionError what="The confirmation" thrown={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isPending && <Loading lines={2} />}
        {hasPasscode && (
          <PasscodeStep
            passcode={typed}
            setPasscode={setTyped}
            onComplete={(code) => void confirm({ two_factor_auth_passcode: code })}
            hasError={message !== null}
          />
        )}
        {methods.includes('password') && (
          <PasswordField
            {...standaloneField('password', typed, setTyped)}
            label="Password"
            autoComplete="current-password"
            autoFocus
          />
        )}
      </form>
    </Modal>
  )
}
