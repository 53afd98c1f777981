import type { BoardDriver, BoardStop } from '@waybill/domain/drivers/plan'
import { useEffect, useRef } from 'react'
import { IconArrowBackUp, IconCheck, IconHistory, IconX } from '../../kit/icons/icons.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { effectText, isWorse, sourceText } from './figure-texts.ts'
import styles from './plan-bar.module.css'
import type { Answer, Outcome, Plan } from './use-plan.ts'

interface PlanBarProps {
  plan: Plan
  drivers: readonly BoardDriver[]
  stops: readonly BoardStop[]
}

/**
 * Shows the effect of a change before it is made, and its outcome with the button that undoes it, or that shows what others
 * changed.
 */
export function PlanBar({ plan, drivers, stops, showChanges }: PlanBarProps & { showChanges: () => void }) {
  if (plan.preview) return <PreviewBar plan={plan} drivers={drivers} stops={stops} />
  const { outcome } = plan
  if (!outcome) return null
  const { undo, isProblem } = outcome
  return (
    <div className={styles.bar} role="status">
      <Notice
        variant={variantOf(outcome)}
        action={
          <span className={styles.actions}>
            {undo && (
              <Button size="sm" icon={IconArrowBackUp} busy={plan.isBusy} onClick={() => plan.undo(undo)}>
                Undo
              </Button>
            )}
            {isProblem && (
              <Button size="sm" icon={IconHistory} onClick={showChanges}>
                Show changes
              </Button>
            )}
            <IconButton icon={IconX} size="sm" variant="ghost" label="Close" onClick={plan.dismiss} />
          </span>
        }
      >
        {outcome.text}
        <Rejected of={outcome.rejected} stops={stops} />
      </Notice>
    </div>
  )
}

function variantOf({ isProblem, isDone, rejected }: Outcome): 'warning' | 'success' | 'info' {
  if (isProblem) return 'warning'
  return isDone && rejected.length === 0 ? 'success' : 'info'
}

function PreviewBar({ plan, drivers, stops }: PlanBarProps) {
  const apply = useRef<HTMLButtonElement>(null)
  const { preview } = plan
  // A change by keyboard or by dragging is confirmed with Enter.
  useEffect(() => apply.current?.focus({ preventScroll: true }), [preview])
  if (!preview) return null
  const { answer, wish, input } = preview
  const rejected = answer.results.filter(({ applied }) => !applied)
  const isNothing =
    wish.changes.every(({ kind }) => kind === 'move') && rejected.length === answer.results.length
  const effects = answer.drivers.flatMap((effect) => {
    const driver = drivers.find(({ username }) => username === effect.username)
    return driver ? [{ driver, effect }] : []
  })
  return (
    <section
      className={styles.bar}
      aria-label="Effect of the change"
      onKeyDown={(event) => {
        if (event.key === 'Escape') plan.discard()
      }}
    >
      <div className={styles.head}>
        <strong className={styles.title}>{wish.title}?</strong>
        <span className={styles.actions}>
          <Button size="sm" onClick={plan.discard}>
            Discard
          </Button>
          <Button
            ref={apply}
            size="sm"
            variant="primary"
            icon={IconCheck}
            busy={plan.isBusy}
            reason={isNothing ? 'None of these stops can be moved.' : null}
            onClick={plan.apply}
          >
            Apply
          </Button>
        </span>
      </div>
      <div role="status">
        {effects.map(({ driver, effect }) => (
          <p key={driver.username} className={styles.effect}>
            <strong>{driver.name}</strong>{' '}
            <span className={cx(isWorse(effect, driver) && styles.worse)}>{effectText(effect, driver)}</span>
            {isUsingServices(effect) && ` · ${sourceText(effect)}`}
            {effect.routing_note !== '' && <span className={styles.worse}> {effect.routing_note}</span>}
          </p>
        ))}
        <Rejected of={rejected} stops={stops} />
      </div>
      {rejected.length > 0 && !input.assign_anyway && (
        <Button size="sm" onClick={() => plan.propose(wish, true)}>
          Assign anyway
        </Button>
      )}
    </section>
  )
}

function isUsingServices({ source, times_from }: Answer['drivers'][number]): boolean {
  return source === 'vroom' || times_from !== 'estimate'
}

/** The number of reasons that are shown one by one; of more, the number is shown. */
const max_reasons = 5

function Rejected({ of, stops }: { of: Outcome['rejected']; stops: readonly BoardStop[] }) {
  if (of.length === 0) return null
  const references = new Map(
    stops.flatMap(({ visits, references: own }) =>
      visits.map((visit, index) => [JSON.stringify(visit), own[index] ?? ''] as const),
    ),
  )
  return (
    <>
      <p className={styles.effect}>
        {of.length === 1
          ? 'One shipment stays where it is:'
          : `${formatCount(of.length)} shipments stay where they are:`}
      </p>
      <ul className={styles.reasons}>
        {of.slice(0, max_reasons).map(({ visit, message }) => (
          <li key={JSON.stringify(visit)}>
            {references.get(JSON.stringify(visit))} {message}
          </li>
        ))}
        {of.length > max_reasons && <li>and {formatCount(of.length - max_reasons)} more</li>}
      </ul>
    </>
  )
}
