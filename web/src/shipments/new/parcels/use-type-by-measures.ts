import type { ParcelType } from '@waybill/domain/accounts/model'
import { useEffect, useEffectEvent } from 'react'
import type { Form } from '../../../kit/form/use-form.ts'
import type { Booking } from '../booking.ts'
import { typeByMeasures } from './parcel-rows.ts'

/** Updates the parcel type of every row when its sizes change, until the user chooses a type. */
export function useTypeByMeasures(form: Form<Booking>, types: readonly ParcelType[]): void {
  const setType = useEffectEvent((at: number, type: string) => form.set(`parcels.${at}.packaging`, type))
  const rows = form.values.parcels
  useEffect(() => {
    for (const [at, row] of rows.entries()) {
      const fitting = row.is_type_chosen ? null : typeByMeasures(row, types)
      if (fitting !== null && fitting !== row.packaging) setType(at, fitting)
    }
  }, [rows, types])
}
