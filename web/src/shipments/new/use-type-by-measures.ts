import type { ParcelType } from '@waybill/domain/accounts/model'
import { useEffect, useRef } from 'react'
import type { Form } from '../../kit/form/use-form.ts'
import type { Booking } from './booking.ts'
import { typeByMeasures } from './parcel-rows.ts'

/** Keeps the parcel type of every row in step with its measures until somebody chooses one. */
export function useTypeByMeasures(form: Form<Booking>, types: readonly ParcelType[]): void {
  const set = useRef(form.set)
  set.current = form.set
  const rows = form.values.parcels
  useEffect(() => {
    for (const [at, row] of rows.entries()) {
      const fitting = row.is_type_chosen ? null : typeByMeasures(row, types)
      if (fitting !== null && fitting !== row.packaging) set.current(`parcels.${at}.packaging`, fitting)
    }
  }, [rows, types])
}
