import {
  buildExpression,
  readBuilt,
  type BuiltExpression,
} from '@waybill/domain/rates/formulas/build-expression'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'

const parts = [
  ['minimum', 'Minimum charge'],
  ['included_kg', 'Included kg'],
  ['per_kg', 'Per extra kg'],
  ['included_km', 'Included km'],
  ['per_km', 'Per extra km'],
  ['per_item', 'Per parcel'],
] as const

const nothing: BuiltExpression = {
  minimum: null,
  included_kg: null,
  per_kg: null,
  included_km: null,
  per_km: null,
  per_item: null,
}

/** Builds a formula from the usual numbers, for users who do not write formulas (docs/domain/rating.md#base-prices). */
export function FormulaBuilder({ amount, onAmount }: { amount: string; onAmount: (amount: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const built = readBuilt(amount) ?? nothing
  if (!isOpen)
    return (
      <Button variant="link" size="xs" onClick={() => setOpen(true)}>
        Build from numbers
      </Button>
    )
  return (
    <FieldRow>
      {parts.map(([key, label]) => (
        <NumberField
          key={key}
          {...standaloneField(key, built[key], (value: number | null) =>
            onAmount(buildExpression({ ...built, [key]: value })),
          )}
          label={label}
          size="sm"
        />
      ))}
    </FieldRow>
  )
}
