import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { reference_max_length } from '@waybill/domain/shipments/labels/references'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import { useEffect, useEffectEvent, useState } from 'react'
import { endpointQuery } from '../../../kit/api/index.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { useScan } from '../../../kit/scan/use-scan.ts'
import { useMe } from '../../../kit/session/me.ts'
import type { Booking } from '../booking.ts'

/**
 * Takes a scanned sticker as the tracking reference of the booking, and chooses the account that holds the sticker
 * (TOOL-003), also of the sticker with which the form opened. Does nothing unless `isListening`.
 */
export function useStickerScan(form: Pick<Form<Booking>, 'set' | 'values'>, isListening: boolean): void {
  const me = useMe()
  const [sticker, setSticker] = useState(form.values.custom_tracking_reference)
  useScan((code) => {
    form.set('custom_tracking_reference', code)
    setSticker(code)
    toast.info(`${code} is the tracking reference of this booking.`)
  }, isListening)
  const holder = useQuery({
    ...endpointQuery(stickersApi.holder, { reference: sticker.slice(0, reference_max_length) }),
    enabled: isListening && sticker !== '' && isStaff(me),
    staleTime: Infinity,
    retry: false,
  })
  const accountId = holder.data?.account_id ?? null
  const choose = useEffectEvent(() => {
    if (accountId !== null) form.set('account_id', accountId)
  })
  useEffect(() => choose(), [sticker, accountId])
}
