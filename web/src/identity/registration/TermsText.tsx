import { isRead, terms_window, type Terms } from '@waybill/domain/identity/registration/terms'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { Prose } from '../../kit/ui/texts/Prose.tsx'
import styles from './terms.module.css'

/** Reason displayed while terms cannot be accepted yet (AUTH-059). */
export const not_read = 'Please read through the above Ts & Cs and scroll down to accept'

/** Displays the terms in the company's mode. Calls `onReady` when they may be accepted (AUTH-056, AUTH-057). */
export function TermsText({ terms, onReady }: { terms: Terms; onReady: (isReady: boolean) => void }) {
  return terms.terms_mode === 'checkbox' ? (
    <TickedTerms terms={terms} onReady={onReady} />
  ) : (
    <ReadTerms terms={terms} onReady={onReady} />
  )
}

function TickedTerms({ terms, onReady }: { terms: Terms; onReady: (isReady: boolean) => void }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const tick = (at: number, on: boolean): void => {
    const next = new Set(ticked)
    if (on) next.add(at)
    else next.delete(at)
    setTicked(next)
    onReady(next.size === terms.shipment_terms.length)
  }
  return (
    <div className={styles.list}>
      {terms.shipment_terms.map((term, at) => (
        <Checkbox
          key={term}
          {...standaloneField(`term-${at}`, ticked.has(at), (on) => tick(at, on))}
          label={term}
        />
      ))}
    </div>
  )
}

function ReadTerms({ terms, onReady }: { terms: Terms; onReady: (isReady: boolean) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const checkRead = (): void => {
    if (box.current && isRead(box.current)) onReady(true)
  }
  const showFirst = useEffectEvent(checkRead)
  useEffect(() => showFirst(), [])
  return (
    <div
      ref={box}
      className={styles.window}
      style={{ height: terms_window.height_px }}
      tabIndex={0}
      role="region"
      aria-label="Terms and conditions"
      onScroll={checkRead}
    >
      <Prose text={terms.window_user_terms_and_conditions} mayGo={() => false} />
    </div>
  )
}
