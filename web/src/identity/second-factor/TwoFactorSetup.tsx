import { IconCopy, IconDownload } from '../../kit/icons/kit-icons.ts'
import { identityApi } from '@waybill/domain/identity/api'
import { secretOf } from '@waybill/domain/identity/sign-in/two-factor'
import { useState, type ReactNode } from 'react'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { copyText, toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { QrCode } from '../../kit/ui/values/QrCode.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { OneTimeSecret } from '../../kit/form/OneTimeSecret.tsx'
import { PasscodeInput } from './PasscodeInput.tsx'
import { PasswordField } from '../passwords/PasswordField.tsx'
import twoFactor from './two-factor.module.css'
import styles from './two-factor-setup.module.css'

const important =
  'Important: If you lose access to your authenticator app, you may need to contact support to regain access to your account.'
/** Duration of the two-factor toasts, and of the toast for the copied secret, in ms (AUTH-047, AUTH-049). */
const toast_ms = 3000
const copied_ms = 2000
/** Width and height of the QR code in px (SHELL-087). */
const qr_size = 256

type Step = 'proceed' | 'scan' | 'codes'

/**
 * Dialog to set up two-factor authentication: proceed, scan, enter the code, activated (AUTH-043). Replacing an
 * active second factor requires the password and a currently valid code (AUTH-046).
 */
export function TwoFactorSetup({
  isOn,
  isForced = false,
  onDone,
  onClose,
  other,
}: {
  /** Whether an active second factor is replaced. */
  isOn: boolean
  isForced?: boolean
  onDone: () => void
  onClose: () => void
  /** Buttons displayed instead of Cancel when `isForced` is set. */
  other?: ReactNode
}) {
  const [step, setStep] = useState<Step>('proceed')
  const [password, setPassword] = useState('')
  const [current, setCurrent] = useState('')
  const [authUrl, setAuthUrl] = useState('')
  const [code, setCode] = useState('')
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const attempt = async (job: () => Promise<void>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    try {
      await job()
    } catch (thrown) {
      setMessage(sentenceOf(thrown))
      setCode('')
      setCurrent('')
    }
    setBusy(false)
  }
  const begin = (): Promise<void> =>
    attempt(async () => {
      const answer = await call(
        identityApi.setUpTwoFactor,
        isOn ? { password, current_passcode: current } : { two_factor_auth_passcode: '' },
      )
      setAuthUrl(answer.auth_url ?? '')
      setStep('scan')
      toast.info('Activate 2FA', { detail: important, autoHide: toast_ms })
    })
  const activate = (twoFactorAuthPasscode: string): Promise<void> =>
    attempt(async () => {
      const answer = await call(identityApi.setUpTwoFactor, {
        two_factor_auth_passcode: twoFactorAuthPasscode,
      })
      setRecoveryCodes(answer.recovery_codes ?? [])
      setStep('codes')
      toast.success('2FA set up successfully', { autoHide: toast_ms })
    })
  const primary = {
    proceed: { label: 'Proceed', act: () => void begin() },
    scan: { label: 'Activate', act: () => code.length === 6 && void activate(code) },
    codes: null,
  }[step]
  return (
    <Modal
      title="Two-factor authentication"
      width="narrow"
      closable={!isForced && step !== 'codes'}
      onClose={onClose}
      footer={
        primary && (
          <>
            {isForced ? other : <Button onClick={onClose}>Cancel</Button>}
            <Button
              variant="primary"
              {...(isForced ? { 'data-autofocus': '' } : {})}
              busy={isBusy}
              onClick={primary.act}
            >
              {primary.label}
            </Button>
          </>
        )
      }
    >
      <div className={twoFactor.steps}>
        {message && (
          <Notice variant="error" live>
            {message}
          </Notice>
        )}
        {step === 'proceed' && (
          <>
            <p>
              {isForced
                ? 'You must use two-factor authentication. Set it up to continue.'
                : 'When you log in, you need a 6-digit code from an app on your phone as well as your password.'}
            </p>
            <p>
              You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or Aegis.
            </p>
            {isOn && (
              <>
                <p>This replaces the authenticator you use now. Confirm that it is you.</p>
                <PasswordField
                  {...standaloneField('password', password, setPassword)}
                  label="Password"
                  autoComplete="current-password"
                />
                <div>
                  <p className={styles.label}>Code from the app you use now</p>
                  <PasscodeInput
                    value={current}
                    onChange={setCurrent}
                    onComplete={setCurrent}
                    hasError={false}
                    isQuiet
                  />
                </div>
              </>
            )}
          </>
        )}
        {step === 'scan' && (
          <>
            <p>Scan this code with your authenticator app, then enter the 6 digits it shows.</p>
            <QrCode text={authUrl} size={qr_size} label="QR code for your authenticator app" />
            <p className={styles.secret}>
              <span>
                Or type this key: <code className={styles.secretCode}>{secretOf(authUrl)}</code>
              </span>
              <Button size="sm" icon={IconCopy} onClick={() => copyText(secretOf(authUrl), copied_ms)}>
                Copy
              </Button>
            </p>
            <PasscodeInput
              value={code}
              onChange={setCode}
              onComplete={(digits) => void activate(digits)}
              hasError={message !== null}
            />
            <Notice variant="warning">{important}</Notice>
          </>
        )}
        {step === 'codes' && <RecoveryCodes codes={recoveryCodes} onSaved={onDone} />}
      </div>
    </Modal>
  )
}

/**
 * Recovery codes for a lost phone. Displayed only once, to be stored elsewhere. Calls `onSaved` when the user
 * confirms that they are stored.
 */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <>
      <p>
        Keep these recovery codes where you can reach them without your phone. Each works once. They are not
        shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className={styles.secret}>
        <Button size="sm" icon={IconCopy} onClick={() => copyText(codes.join('\n'))}>
          Copy
        </Button>
        <a className={styles.download} href={file} download="recovery-codes.txt">
          <IconDownload size={16} aria-hidden="true" /> Download
        </a>
      </div>
      <OneTimeSecret label="I have saved them" onDone={onSaved} />
    </>
  )
}
