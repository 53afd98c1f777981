import { Button } from '../kit/ui/Button.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

/** Keeps somebody whose role requires two-factor from going on before it is set up (AUTH-042). */
export function TwoFactorGate({ onDone }: { onDone: () => void }) {
  return (
    <TwoFactorSetup
      isOn={false}
      isForced
      onDone={onDone}
      onClose={() => undefined}
      other={<Button onClick={() => window.location.assign('/logout')}>Log out</Button>}
    />
  )
}
