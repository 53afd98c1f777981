import { checkDamageNote, checkDamagePhotos } from '@waybill/domain/hub/damages/damage'
import { firstOf } from '@waybill/domain/kit/rule-result'
import { useForm } from '../../kit/form/use-form.ts'

/** The values of the form of a damage. */
export interface DamageValues {
  note: string
  /** Keys of photos on this device. */
  photos: readonly string[]
}

/** Returns the form of a damage: at least one photo, and what is damaged. */
export function useDamageForm() {
  return useForm<DamageValues>({
    initial: { note: '', photos: [] },
    check: ({ note, photos }) => firstOf(checkDamagePhotos(photos), checkDamageNote(note)),
  })
}
