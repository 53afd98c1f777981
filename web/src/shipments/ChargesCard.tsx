import { formatRand } from '@waybill/domain/kit/money'
import { formatPercent } from '@waybill/domain/kit/format'
import { holds } from '@waybill/domain/kit/actor'
import type { Shipment } from '@waybill/domain/shipments/model'
import { useMe } from '../kit/session/me.ts'
import { Card } from '../kit/ui/Card.tsx'
import { Notice } from '../kit/ui/Notice.tsx'
import { Tag } from '../kit/ui/Value.tsx'
import { chargesOf } from './charge-lines.ts'
import styles from './detail.module.css'

/** The price line by line with why, the total with its VAT, and what it was before; absent for who may not see money. */
export function ChargesCard({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const charges = chargesOf(shipment)
  if (!charges || !holds(me, 'INLINE_see_billing_info')) return null
  const { lines, former } = charges
  return (
    <Card title="Charges" actions={shipment.has_been_invoiced ? <Tag>Invoiced</Tag> : undefined}>
      <div className={styles.lines}>
        {lines.length === 0 && <p className={styles.quiet}>This shipment has no charges.</p>}
        {lines.map((line) => (
          <div key={line.id}>
            <div className={styles.line}>
              <span>{line.name}</span>
              <span>{formatRand(line.value)}</span>
            </div>
            {line.explanation && <p className={styles.why}>{line.explanation}</p>}
          </div>
        ))}
        <div>
          <div className={`${styles.line} ${styles.total}`}>
            <span>Total including VAT</span>
            <span>{formatRand(charges.total)}</span>
          </div>
          <div className={`${styles.line} ${styles.quiet}`}>
            <span>
              {charges.vat_percentage === null ? 'VAT' : `VAT ${formatPercent(charges.vat_percentage)}`}
            </span>
            <span>{formatRand(charges.vat)}</span>
          </div>
        </div>
        {former && (
          <Notice variant={former.difference > 0 ? 'warning' : 'info'}>
            {`${former.difference > 0 ? 'Up' : 'Down'} ${formatRand(Math.abs(former.difference))}: ${
              former.is_original ? 'the price at booking was' : 'the price before was'
            } ${formatRand(former.price)}.`}
          </Notice>
        )}
      </div>
    </Card>
  )
}
