import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { When } from '../../kit/ui/values/Value.tsx'
import { personName } from '../../kit/session/people.ts'
import styles from './manifest-steps.module.css'

/** Timeline of a manifest: completed steps with their times, and planned ones. */
export function ManifestSteps({ of: manifest }: { of: InterhubTransfer }) {
  const closedAt = manifest.status === 'closed' ? manifest.time_closed : null
  const steps: readonly { label: string; at: Date | null; planned?: Date | null }[] = [
    { label: 'Opened', at: manifest.time_created },
    { label: 'Closed', at: closedAt },
    { label: 'Departed', at: manifest.departed_at, planned: manifest.planned_departure },
    { label: 'Arrived', at: manifest.arrived_at, planned: manifest.planned_arrival },
    {
      label: manifest.received_from_branch_name
        ? `Received by ${personName(manifest.received_by)} of ${manifest.received_from_branch_name}`
        : 'Received',
      at: manifest.received_at,
    },
  ]
  return (
    <Card title="Steps">
      <ol className={styles.steps}>
        {steps.map(({ label, at, planned }) => (
          <li key={label} className={cx(styles.step, at ? styles.done : styles.ahead)}>
            <span className={cx(styles.dot, styles.stepPart)} aria-hidden="true" />
            <span className={styles.stepPart}>
              {label}
              {!at && <span className="only-heard">, not yet</span>}
            </span>
            {at ? (
              <When className={styles.stepTime} at={at} />
            ) : planned ? (
              <small className={styles.stepSmall}>
                planned <When className={styles.stepTime} at={planned} />
              </small>
            ) : (
              <span className={styles.stepPart} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
