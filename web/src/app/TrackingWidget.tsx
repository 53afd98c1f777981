import { IconMapPinSearch, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { trackingApi } from '@waybill/domain/tracking/api'
import type { TrackingAnswer } from '@waybill/domain/tracking/model'
import { stepLabel } from '@waybill/domain/tracking/steps'
import { useEffect, useRef, useState } from 'react'
import { call } from '../kit/api/call.ts'
import { sentenceOf } from '../kit/api/error-text.ts'
import { loose } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { Button, IconButton } from '../kit/ui/Button.tsx'
import { Icon } from '../kit/ui/Icon.tsx'
import { When } from '../kit/ui/Value.tsx'
import styles from './tracking-widget.module.css'

/**
 * The round button at the bottom right of every page of customers and guests: a reference in, the steps and the last
 * event of the parcel out, without leaving the page (SHELL-024).
 */
export default function TrackingWidget() {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div data-print="no">
      {isOpen && <TrackingPanel onClose={close} />}
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label="Track a parcel"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={IconMapPinSearch} size={24} />
      </button>
    </div>
  )
}

function TrackingPanel({ onClose }: { onClose: () => void }) {
  const [reference, setReference] = useState('')
  const box = useRef<HTMLElement>(null)
  const search = useMutation({
    mutationFn: (ref: string) => call(trackingApi.track, { ref: [ref] }),
  })
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const isNothing = search.data?.shipments.length === 0
  return (
    <section
      ref={box}
      role="dialog"
      aria-label="Track a parcel"
      className={styles.panel}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={styles.head}>
        <h2>Track a parcel</h2>
        <IconButton label="Close tracking" icon={IconX} size="sm" tooltip={false} onClick={onClose} />
      </header>
      <form
        className={styles.ask}
        onSubmit={(event) => {
          event.preventDefault()
          if (reference.trim() !== '' && !search.isPending) search.mutate(reference.trim())
        }}
      >
        <TextField
          {...loose('tracking', reference, setReference)}
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
    </section>
  )
}

/** Where the first found parcel is: its five steps and what happened last. */
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
        See everything
      </a>
    </>
  )
}
