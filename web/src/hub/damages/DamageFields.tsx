import { max_damage_note } from '@waybill/domain/hub/damages/damage'
import type { Form } from '../../kit/form/use-form.ts'
import { TextArea } from '../../kit/form/TextField.tsx'
import { PhotosField, type TakenPhotos } from '../photos/PhotosField.tsx'
import type { DamageValues } from './damage-form.ts'

/** The fields of a damage: photos and a text. */
export function DamageFields({
  form,
  taken,
  hint,
}: {
  form: Form<DamageValues>
  taken: TakenPhotos
  /** What happens with the report. */
  hint: string
}) {
  return (
    <>
      <PhotosField {...form.field('photos')} taken={taken} label="Photos of the damage" />
      <TextArea {...form.field('note')} label="What is damaged?" hint={hint} maxLength={max_damage_note} />
    </>
  )
}
