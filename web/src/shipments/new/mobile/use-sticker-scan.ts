import { useQuery } from '@tanstack/react-query'
import { isStaff } from '@waybill/domain/kit/actor'
import { reference_max_length } from '@waybill/domain/shipments/labels/references'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { endpointQuery } from '../../../kit/api/index.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { useScan } from '../../../kit/scan/use-scan.ts'
import { useMe } from '../../../kit/session/me.ts'
import type { Booking } from '../booking.ts'

/**
 * Takes a scanned sticker as the tracking reference of the booking, and chooses the account that holds the sticker
 * (TOOL-003), also of the sticker with which the form opened. After a sticker without a holder, the account from before
 * the stickers is chosen again, unless the user has chosen another one. Does nothing unless `isListening`.
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
  const replaced = useRef<{ account_id: number | null; by: number | null }>({ account_id: null, by: null })
  const choose = useEffectEvent(() => {
    const { account_id: chosen } = form.values
    const { account_id: before, by } = replaced.current
    // The account of a sticker scanned by mistake stays only if the user chooses it.
    const own = by !== null && by === chosen ? before : chosen
    replaced.current = { account_id: own, by: accountId }
    const next = accountId ?? own
    if (next !== chosen) form.set('account_id', next)
  })
  useEffect(() => {
    if (!holder.isPending) choose()
  }, [sticker, accountId, holder.isPending])
}
