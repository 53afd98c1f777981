import { IconFingerprint } from '../../kit/icons/kit-icons.ts'
import { useState } from 'react'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { logInWithPasskey, passkeySentence } from './passkey.ts'
import styles from './passkey-button.module.css'

/** Button to sign in with a passkey of this or another device, without name and password. */
export function PasskeyButton({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const logIn = async (): Promise<void> => {
    setBusy(true)
    setMessage(null)
    try {
      await logInWithPasskey()
      onDone()
    } catch (thrown) {
      setMessage(passkeySentence(thrown))
      setBusy(false)
    }
  }
  return (
    <div className={styles.passkey}>
      {message && (
        <Notice variant="error" live>
          {message}
        </Notice>
      )}
      <Button size="lg" full icon={IconFingerprint} busy={isBusy} onClick={() => logIn()}>
        Log in with a passkey
      </Button>
    </div>
  )
}
