import { identityApi } from '@waybill/domain/identity/api'
import type { User } from '@waybill/domain/identity/model'
import { require_2fa_for_staff } from '@waybill/domain/identity/settings'
import { useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useSetting } from '../../kit/session/me.ts'
import { isRequiredOf } from './second-factor.ts'
import { PasscodeInput } from './PasscodeInput.tsx'
import { PasswordField } from '../passwords/PasswordField.tsx'
import { RecoveryCodes, TwoFactorSetup } from './TwoFactorSetup.tsx'
import profile from '../profile.module.css'
import styles from './two-factor-card.module.css'

type Open = 'set-up' | 'switch-off' | 'codes' | null

/** Card to set up, replace and switch off the user's own second factor (AUTH-053, AUTH-077). */
export function TwoFactorCard({ user, onChanged }: { user: User; onChanged: (isOn: boolean) => void }) {
  const [open, setOpen] = useState<Open>(null)
  const isOn = user.two_factor_auth_enabled
  const isRequired = isRequiredOf(useSetting(require_2fa_for_staff), user) && !user.has_passkey
  const close = (): void => setOpen(null)
  return (
    <Card title="Two-factor authentication" note={isOn ? 'On' : 'Off'}>
      <p>
        {isOn
          ? 'When you log in, you need a code from your authenticator app as well as your password.'
          : 'Protect your user with a code from an app on your phone, in addition to your password.'}
      </p>
      <div className={profile.actions}>
        <Button onClick={() => setOpen('set-up')}>{isOn ? 'Set up again' : 'Set up'}</Button>
        {isOn && <Button onClick={() => setOpen('codes')}>New recovery codes</Button>}
        {isOn && !isRequired && (
          <Button variant="danger" onClick={() => setOpen('switch-off')}>
            Switch off
          </Button>
        )}
      </div>
      {open === 'set-up' && (
        <TwoFactorSetup
          isOn={isOn}
          onClose={close}
          onDone={() => {
            close()
            onChanged(true)
          }}
        />
      )}
      {open === 'switch-off' && (
        <Confirmed
          title="Switch two-factor authentication off?"
          explain="Your password alone will then be enough to log in."
          label="Switch off"
          onClose={close}
          act={async (proof) => {
            const { message } = await call(identityApi.switchOffTwoFactor, proof)
            toast.success(message)
            close()
            onChanged(false)
            return null
          }}
        />
      )}
      {open === 'codes' && (
        <Confirmed
          title="New recovery codes"
          explain="Your current codes will stop working."
          label="Make new codes"
          onClose={close}
          act={async (proof) => (await call(identityApi.newRecoveryCodes, proof)).recovery_codes}
        />
      )}
    </Card>
  )
}

/** Dialog for an action that requires password and passcode. Displays recovery codes if the response contains them. */
function Confirmed({
  title,
  explain,
  label,
  act,
  onClose,
}: {
  title: string
  explain: string
  label: string
  act: (proof: { password: string; two_factor_auth_passcode: string }) => Promise<readonly string[] | null>
  onClose: () => void
}) {
  const [password, setPassword] = useState('')
  const [passcode, setPasscode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setMessage(null)
    try {
      setCodes(await act({ password, two_factor_auth_passcode: passcode }))
    } catch (thrown) {
      setMessage(sentenceOf(thrown))
      setPasscode('')
    }
    setBusy(false)
  }
  return (
    <Modal
      title={title}
      width="narrow"
      onClose={onClose}
      closable={codes === null}
      footer={
        codes === null && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={isBusy} onClick={() => confirm()}>
              {label}
            </Button>
          </>
        )
      }
    >
      <div className={styles.modal}>
        {message && (
          <Notice variant="error" live>
            {message}
          </Notice>
        )}
        {codes ? (
          <RecoveryCodes codes={codes} onSaved={onClose} />
        ) : (
          <>
            <p>{explain}</p>
            <PasswordField
              {...standaloneField('password', password, setPassword)}
              label="Password"
              autoComplete="current-password"
              autoFocus
            />
            <PasscodeInput
              value={passcode}
              onChange={setPasscode}
              onComplete={setPasscode}
              hasError={false}
              isQuiet
            />
          </>
        )}
      </div>
    </Modal>
  )
}
