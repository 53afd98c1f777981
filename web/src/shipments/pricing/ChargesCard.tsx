import { IconX } from '../../kit/icons/icons.ts'
import { formatRand } from '@waybill/domain/kit/money'
import { formatPercent } from '@waybill/domain/kit/texts/format'
import { hasPermission } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { mayChangeCharges } from '@waybill/domain/shipments/pricing/custom-charge'
import type { Shipment } from '@waybill/domain/shipments/model'
import { isInvalid } from '@waybill/domain/shipments/statuses/status'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { useState } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe } from '../../kit/session/me.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { AddChargeDialog } from './AddChargeDialog.tsx'
import { chargesOf } from './charge-lines.ts'
import shared from '../detail.module.css'
import styles from './charges-card.module.css'

/**
 * The price lines with explanations, the total with its VAT, and the previous price; renders nothing if the user may
 * not see billing information.
 */
export function ChargesCard({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const charges = chargesOf(shipment)
  const [isAdding, setAdding] = useState(false)
  const remove = useEndpointMutation(shipmentsApi.removeCharge, {
    refresh: [shipmentsApi.detail, shipmentsApi.rows],
    done: () => toast.success('Charge removed'),
  })
  if (!charges || !hasPermission(me, 'INLINE_see_billing_info')) return null
  const { lines, former } = charges
  const verdict = mayChangeCharges(me, { ...shipment, is_invoiced: shipment.has_been_invoiced })
  const mayAdd = hasPermission(me, 'INLINE_add_custom_charge') && !isInvalid(shipment.status)
  const reason = reasonOf(verdict)
  return (
    <Card title="Charges" actions={shipment.has_been_invoiced ? <Tag>Invoiced</Tag> : undefined}>
      <div className={shared.lines}>
        {lines.length === 0 && <p className={shared.quiet}>This shipment has no charges.</p>}
        {lines.map((line) => (
          <div key={line.id}>
            <div className={shared.line}>
              <span>{line.name}</span>
              <span>
                {formatRand(line.value)}
                {line.is_custom && verdict === true && (
                  <IconButton
                    label={`Remove ${line.name}`}
                    icon={IconX}
                    size="sm"
                    onClick={() => remove.mutate({ shipment_id: shipment.id, id: line.id })}
                  />
                )}
              </span>
            </div>
            {line.explanation && <p className={styles.why}>{line.explanation}</p>}
          </div>
        ))}
        <div>
          <div className={`${shared.line} ${styles.total}`}>
            <span>Total including VAT</span>
            <span>{formatRand(charges.total)}</span>
          </div>
          <div className={`${shared.line} ${shared.quiet}`}>
            <span>
              {charges.vat_percentage === null ? 'VAT' : `VAT ${formatPercent(charges.vat_percentage)}`}
            </span>
            <span>{formatRand(charges.vat)}</span>
          </div>
        </div>
        {former && (
          <Notice variant={former.difference > 0 ? 'warning' : 'info'}>
            {`${former.difference > 0 ? 'Up' : 'Down'} ${formatRand(Math.abs(former.difference))}: ${
              former.is_original ? 'the price at booking was' : 'the previous price was'
            } ${formatRand(former.price)}.`}
          </Notice>
        )}
        {mayAdd && (
          <div>
            <Button size="sm" onClick={() => setAdding(true)} {...(reason ? { reason } : {})}>
              Add charge
            </Button>
          </div>
        )}
      </div>
      {isAdding && (
        <AddChargeDialog shipment={shipment} rate={charges.total} onClose={() => setAdding(false)} />
      )}
    </Card>
  )
}
