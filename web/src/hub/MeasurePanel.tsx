import { useEffect } from 'react'
import { NumberField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { isMeasured, no_measures, type Measures } from './measures.ts'
import styles from './scanner.module.css'

const positive = (value: number): string | null => (value > 0 ? null : 'must be more than 0')

/** The true size and weight of the parcel just scanned, typed or read from a scale; Enter goes on and saves. */
export function MeasurePanel({
  reference,
  scale_kg,
  onSave,
  onCancel,
}: {
  reference: string
  /** kg, as the scale said last. */
  scale_kg: number | null
  onSave: (measures: { [Key in keyof Measures]: number }) => void
  onCancel: () => void
}) {
  const form = useForm<Measures>({
    initial: no_measures,
    format: { length_cm: positive, width_cm: positive, height_cm: positive, weight_kg: positive },
    check: (values) =>
      Object.entries(values).flatMap(([field, value]) =>
        value === null ? [{ field, message: 'is required' }] : [],
      ),
  })
  const { set } = form
  useEffect(() => {
    if (scale_kg !== null) set('weight_kg', scale_kg)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new reading of the scale counts
  }, [scale_kg])
  useEffect(() => {
    document.querySelector<HTMLInputElement>('input[name=length_cm]')?.focus()
  }, [])
  const save = (): void => {
    if (form.validate() && isMeasured(form.values)) onSave(form.values)
  }
  return (
    <Card title={`Measure ${reference}`}>
      <form
        className={styles.measures}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <NumberField {...form.field('length_cm')} label="Length" unit="cm" places={1} />
        <NumberField {...form.field('width_cm')} label="Width" unit="cm" places={1} />
        <NumberField {...form.field('height_cm')} label="Height" unit="cm" places={1} />
        <NumberField {...form.field('weight_kg')} label="Weight" unit="kg" places={3} />
        <div className={styles.measureEnd}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
