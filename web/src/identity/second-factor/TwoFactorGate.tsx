import { useState } from 'react'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { goLogOut } from '../../kit/session/logging-out.ts'
import { NewPasskey } from './PasskeysCard.tsx'
import { hasPasskeys } from './passkeys-here.ts'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

/** Blocks the app until a user who must have a second factor has set one up (AUTH-042). */
export function TwoFactorGate({ onDone }: { onDone: () => void }) {
  const [isPasskey, setPasskey] = useState(false)
  if (isPasskey) return <NewPasskey onClose={() => setPasskey(false)} onDone={onDone} />
  return (
    <TwoFactorSetup
      isOn={false}
      isForced
      onDone={onDone}
      onClose={() => undefined}
      other={
        <>
          <Button onClick={goLogOut}>Log out</Button>
          {hasPasskeys() && <Button onClick={() => setPasskey(true)}>Use a passkey</Button>}
        </>
      }
    />
  )
}
