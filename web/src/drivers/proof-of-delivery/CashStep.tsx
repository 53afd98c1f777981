import { collection_method_labels, collection_methods } from '@waybill/domain/cash/collecting'
import type { StopShipment } from '@waybill/domain/drivers/model'
import { formatRand, parseRand } from '@waybill/domain/kit/money'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import driver from '../driver.module.css'
import { Step } from '../stops/FlowSteps.tsx'
import { missingCash, newCash, type CashEntry, type HandOver } from './hand-over.ts'
import { ProofText } from './ProofFields.tsx'
import { labelText, useTexts } from '../texts/texts.ts'

/** The money that the receiver pays before the parcels are handed over, for each shipment with an amount. */
export function CashStep({
  number,
  shipments,
  given,
  onChange,
}: {
  number: number
  shipments: readonly StopShipment[]
  given: HandOver
  onChange: (part: Partial<HandOver>) => void
}) {
  const t = useTexts()
  const { rule } = t.cash
  return shipments.map((shipment) => {
    const { shipment_id, cod_due, tracking_reference } = shipment
    const entry = given.cash?.[shipment_id] ?? newCash()
    const change = (part: Partial<CashEntry>): void =>
      onChange({ cash: { ...given.cash, [shipment_id]: { ...entry, ...part } } })
    const amount = parseRand(entry.amount)
    return (
      <Step
        key={shipment_id}
        number={number}
        isDone={missingCash(shipment, given) === null}
        title={t.cash.take(formatRand(cod_due))}
        note={shipments.length > 1 ? t.cash.of(tracking_reference, rule) : rule}
      >
        <div className={driver.fields}>
          <Segments
            label={t.cash.paidBy}
            chosen={entry.method}
            choices={collection_methods.map((key) => ({
              key,
              label: labelText(collection_method_labels[key]),
            }))}
            onChoose={(method) => change({ method })}
          />
          <ProofText
            label={t.cash.received}
            isRequired
            inputMode="decimal"
            value={entry.amount}
            onChange={(typed) => change({ amount: typed })}
          />
          {entry.method === 'card-machine' && (
            <ProofText
              label={t.cash.slip}
              isRequired
              value={entry.slip_reference}
              onChange={(typed) => change({ slip_reference: typed })}
            />
          )}
          {amount !== null && amount !== cod_due && (
            <ProofText
              label={t.cash.whyNot(formatRand(cod_due))}
              isRequired
              value={entry.difference_reason}
              onChange={(typed) => change({ difference_reason: typed })}
            />
          )}
        </div>
      </Step>
    )
  })
}
