import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { PasscodeInput } from './PasscodeInput.tsx'
import styles from '../sign-in.module.css'

/** Second step of a sign-in: the six digits from the app, or a recovery code. */
export function PasscodeStep({
  passcode,
  setPasscode,
  onComplete,
  hasError,
}: {
  passcode: string
  setPasscode: (typed: string) => void
  onComplete: (code: string) => void
  hasError: boolean
}) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      {isRecovery ? (
        <TextField
          {...standaloneField('recovery_code', passcode, setPasscode)}
          label="Recovery code"
          hint="Ten letters and digits from the list you kept. Each works once."
          size="large"
          mono
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <>
          <p className={styles.explain}>Enter the 6-digit code from your authenticator app.</p>
          <PasscodeInput
            value={passcode}
            onChange={setPasscode}
            onComplete={onComplete}
            hasError={hasError}
          />
        </>
      )}
      <div>
        <Button
          variant="link"
          onClick={() => {
            setPasscode('')
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
    </>
  )
}
