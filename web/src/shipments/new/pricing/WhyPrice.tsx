import { IconChevronDown, IconChevronUp } from '../../../kit/icons/icons.ts'
import { formatPercent } from '@waybill/domain/kit/texts/format'
import type { Rate } from '@waybill/domain/rates/model'
import { useState } from 'react'
import { ByPosition } from '../../../kit/ui/ByPosition.tsx'
import { Icon } from '../../../kit/ui/buttons/Icon.tsx'
import { Money } from '../../../kit/ui/values/Value.tsx'
import styles from './why-price.module.css'
import { priceLines, vatOf, weightSentence } from './price-lines.ts'

/** “Why this price”: the lines that make up the total, the VAT included, and the charged weight. */
export function WhyPrice({ rate, startsOpen = true }: { rate: Rate; startsOpen?: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <div className={styles.why}>
      <button
        type="button"
        className={styles.whyHead}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Why this price
        <Icon of={isOpen ? IconChevronUp : IconChevronDown} size={16} />
      </button>
      {isOpen && <PriceBreakdown rate={rate} />}
    </div>
  )
}

/** The lines of a price with their explanations, then total, VAT and charged weight. */
export function PriceBreakdown({ rate }: { rate: Rate }) {
  const vat = vatOf(rate)
  return (
    <>
      <dl className={styles.lines}>
        <ByPosition of={priceLines(rate)}>
          {(line) => (
            <div className={styles.line}>
              <dt>{line.label}</dt>
              <dd>
                <Money cents={line.amount} />
              </dd>
              {line.sentence && <dd className={styles.lineNote}>{line.sentence}</dd>}
            </div>
          )}
        </ByPosition>
        <div className={styles.lineTotal}>
          <dt>Total</dt>
          <dd>
            <Money cents={rate.rate} />
          </dd>
        </div>
        <div className={styles.lineVat}>
          <dt>{`VAT ${formatPercent(rate.base_rate.vat_percentage)} included`}</dt>
          <dd>
            <Money cents={vat} />
          </dd>
        </div>
      </dl>
      <p className={styles.weight}>{weightSentence(rate)}</p>
    </>
  )
}
