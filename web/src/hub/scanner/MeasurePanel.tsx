import { useEffect, useEffectEvent, useState } from 'react'
import { focusNextOnEnter } from '../../kit/form/focus-next-on-enter.ts'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { isMeasured, no_measures, type Measures } from './parcel-measures.ts'
import { ScaleLine } from '../../kit/scale/ScaleLine.tsx'
import { ScalePhoto } from './ScalePhoto.tsx'
import styles from './measure-panel.module.css'

const labels: Readonly<Record<keyof Measures, string>> = {
  length_cm: 'length',
  width_cm: 'width',
  height_cm: 'height',
  weight_kg: 'weight',
}
const positive = (measure: keyof Measures) => (value: number) =>
  value > 0 ? null : `The ${labels[measure]} must be more than 0.`

const measured_fields = ['length_cm', 'width_cm', 'height_cm', 'weight_kg'] as const

function focusOn(field: keyof Measures | undefined): void {
  document.querySelector<HTMLInputElement>(`input[name=${field}]`)?.focus()
}

/**
 * Fields for the measured size and weight of the parcel just scanned, typed or read from a scale. Enter moves to the
 * next field; in the last field it saves.
 */
export function MeasurePanel({
  reference,
  scale_kg,
  onSave,
  onCancel,
}: {
  reference: string
  /** Latest weight from the scale, in kg. */
  scale_kg: number | null
  /** `images` are the names of uploaded photos. */
  onSave: (measures: { [Key in keyof Measures]: number }, images: string[]) => void
  onCancel: () => void
}) {
  const form = useForm<Measures>({
    initial: no_measures,
    format: {
      length_cm: positive('length_cm'),
      width_cm: positive('width_cm'),
      height_cm: positive('height_cm'),
      weight_kg: positive('weight_kg'),
    },
    check: (values) =>
      measured_fields.flatMap((field) =>
        values[field] === null ? [{ field, message: `Enter the ${labels[field]}.` }] : [],
      ),
  })
  const [images, setImages] = useState<string[]>([])
  const setWeight = useEffectEvent((kg: number) => form.set('weight_kg', kg))
  useEffect(() => {
    if (scale_kg !== null) setWeight(scale_kg)
  }, [scale_kg])
  useEffect(() => {
    focusOn('length_cm')
  }, [])
  const save = (): void => {
    if (form.validate() && isMeasured(form.values)) onSave(form.values, images)
    else focusOn(measured_fields.find((field) => !((form.values[field] ?? 0) > 0)))
  }
  return (
    <Card title={`Measure ${reference}`}>
      <form
        className={styles.measures}
        noValidate
        onKeyDown={focusNextOnEnter}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <NumberField {...form.field('length_cm')} label="Length" unit="cm" places={1} />
        <NumberField {...form.field('width_cm')} label="Width" unit="cm" places={1} />
        <NumberField {...form.field('height_cm')} label="Height" unit="cm" places={1} />
        <NumberField {...form.field('weight_kg')} label="Weight" unit="kg" places={3} takesWeight />
        <div className={styles.measureEnd}>
          <ScalePhoto count={images.length} onTaken={(photo) => setImages((now) => [...now, photo])} />
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit">
            Save
          </Button>
        </div>
        <div className={styles.measureScale}>
          <ScaleLine />
        </div>
      </form>
    </Card>
  )
}
