import { IconMapPinSearch, IconMessageCircle, IconX } from '../kit/icons/icons.ts'
import { trackingApi } from '@waybill/domain/tracking/api'
import type { TrackingAnswer } from '@waybill/domain/tracking/model'
import { stepLabel } from '@waybill/domain/tracking/steps'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { useChange } from '../kit/api/use-change.ts'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { When } from '../kit/ui/values/Value.tsx'
import { useAccess } from './access.ts'
import styles from './tracking-widget.module.css'

/**
 * The tracking button of every page for customers and guests: round at the bottom right; below 992 px it is in the top
 * bar, where it covers no buttons of the page. It shows the steps and the last event of a parcel by reference, without leaving the page (SHELL-024). If the company has its own widget, a
 * second button opens it in a frame without access to the page (SHELL-025).
 */
export default function TrackingWidget() {
  const { settings } = useAccess()
  const [open, setOpen] = useState<'tracking' | 'own' | null>(null)
  const trackingOpener = useRef<HTMLButtonElement>(null)
  const ownOpener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(null)
    if (open) (open === 'own' ? ownOpener : trackingOpener).current?.focus()
  }
  const hasOwn = String(settings.custom_widget_html ?? '').trim() !== ''
  return (
    <div className={styles.bar} data-print="no">
      {open === 'tracking' && <TrackingPanel onClose={close} />}
      {open === 'own' && <BuiltInPanel onClose={close} />}
      {hasOwn && (
        <button
          ref={ownOpener}
          type="button"
          className={cx(styles.opener, styles.second)}
          aria-label="Help from us"
          aria-expanded={open === 'own'}
          onClick={() => setOpen(open === 'own' ? null : 'own')}
        >
          <Icon of={IconMessageCircle} size={24} />
        </button>
      )}
      <button
        ref={trackingOpener}
        type="button"
        className={styles.opener}
        aria-label="Track a parcel"
        aria-expanded={open === 'tracking'}
        onClick={() => setOpen(open === 'tracking' ? null : 'tracking')}
      >
        <Icon of={IconMapPinSearch} size={24} />
      </button>
    </div>
  )
}

/** A panel over the page with a title and a close button; `start` is the element that gets the focus first. */
function Panel({
  title,
  closeLabel,
  start,
  onClose,
  children,
}: {
  title: string
  closeLabel: string
  start: 'input' | 'button'
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>(start)?.focus(), [start])
  return (
    <section
      ref={box}
      role="dialog"
      aria-label={title}
      className={styles.panel}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={styles.head}>
        <h2 className={styles.headHeading}>{title}</h2>
        <IconButton label={closeLabel} icon={IconX} size="sm" tooltip={false} onClick={onClose} />
      </header>
      {children}
    </section>
  )
}

/** The company’s own widget, in a sandboxed frame with an opaque origin. */
function BuiltInPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="Help from us" closeLabel="Close help" start="button" onClose={onClose}>
      <iframe className={styles.own} title="Help from us" sandbox="allow-scripts" src="/api/widget" />
    </Panel>
  )
}

function TrackingPanel({ onClose }: { onClose: () => void }) {
  const [reference, setReference] = useState('')
  const search = useChange({
    act: (ref: string) => call(trackingApi.track, { ref: [ref] }),
  })
  const isNothing = search.data?.shipments.length === 0
  return (
    <Panel title="Track a parcel" closeLabel="Close tracking" start="input" onClose={onClose}>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault()
          if (reference.trim() !== '' && !search.isPending) search.mutate(reference.trim())
        }}
      >
        <TextField
          {...standaloneField('tracking', reference, setReference)}
          label="Tracking reference"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <Button type="submit" variant="primary" busy={search.isPending}>
          Track
        </Button>
      </form>
      <div aria-live="polite">
        {search.error && <p className={styles.none}>{sentenceOf(search.error)}</p>}
        {isNothing && <p className={styles.none}>No parcel has this reference. Check it and try again.</p>}
        {search.data && <Found of={search.data} />}
      </div>
    </Panel>
  )
}

/** The first parcel found: its status, tracking steps and last event. */
function Found({ of: { shipments, tracking_steps } }: { of: TrackingAnswer }) {
  const [shipment] = shipments
  if (!shipment) return null
  const [last] = shipment.tracking_events
  return (
    <>
      <p className={styles.status}>{shipment.status_sentence}</p>
      <ol className={styles.steps}>
        {tracking_steps.map((step) => (
          <li
            className={styles.stepsItem}
            key={step.step_number}
            data-progress={step.progress}
            aria-current={step.progress === 'current' ? 'step' : undefined}
          >
            {stepLabel(step.label, false)}
          </li>
        ))}
      </ol>
      {last && (
        <p className={styles.last}>
          Last event <When at={last.date} /> {last.message}
        </p>
      )}
      <a
        className={styles.more}
        href={`/track?ref=${encodeURIComponent(shipment.custom_tracking_reference ?? shipment.short_tracking_reference)}`}
      >
        See full tracking
      </a>
    </>
  )
}
