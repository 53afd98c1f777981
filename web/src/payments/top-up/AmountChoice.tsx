import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { chipText } from '@waybill/domain/payments/top-up'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import styles from './amount-choice.module.css'

/** The suggested amounts of a top-up and a field for another amount (PAY-016, PAY-017). */
export function AmountChoice({
  chips,
  amount,
  limit,
  problem,
  onChange,
}: {
  chips: readonly Cents[]
  amount: Cents | null
  /** The maximum of one payment with the chosen method, in cents. */
  limit: Cents | null
  problem: string | null
  onChange: (amount: Cents | null) => void
}) {
  const isChip = amount === null || chips.includes(amount)
  const [own, setOwn] = useState<Cents | null>(isChip ? null : amount)
  const [isOwn, setIsOwn] = useState(chips.length === 0 || !isChip)
  return (
    <fieldset className={styles.amount}>
      <legend className={styles.amountLegend}>Amount</legend>
      <div className={styles.chips}>
        {chips.map((chip) => (
          <label key={chip} className={styles.chip}>
            <input
              className={styles.chipInput}
              type="radio"
              name="amount"
              checked={!isOwn && amount === chip}
              onChange={() => {
                setIsOwn(false)
                onChange(chip)
              }}
            />
            <span className={styles.chipPart}>{chipText(chip)}</span>
          </label>
        ))}
        <div className={styles.own}>
          <MoneyField
            {...standaloneField('own', own, (value) => {
              setOwn(value)
              setIsOwn(true)
              onChange(value)
            })}
            error={isOwn && own !== null ? (problem ?? undefined) : undefined}
            label="Own amount"
            hideLabel
            size="large"
            width={0}
          />
        </div>
      </div>
      <p className={styles.limit}>Another amount{limit !== null && `, up to ${formatRand(limit)}`}.</p>
    </fieldset>
  )
}
