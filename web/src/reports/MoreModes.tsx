import { more_ops_modes } from '@waybill/domain/reports/ops-dashboard'
import { Button } from '../kit/ui/buttons/Button.tsx'
import styles from './more-modes.module.css'
import type { OpsState } from './use-ops-state.ts'

/** The buttons of the modes beside those of OPS-001. Pressing the current one returns to all stops. */
export function MoreModes({ state }: { state: OpsState }) {
  return more_ops_modes.map(({ key, label }) => (
    <Button
      key={key}
      className={state.mode === key ? styles.chosen : undefined}
      aria-pressed={state.mode === key}
      onClick={() => state.set({ mode: state.mode === key ? undefined : key, page: undefined })}
    >
      {label}
    </Button>
  ))
}
