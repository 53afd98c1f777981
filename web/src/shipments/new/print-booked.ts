import { shipmentsApi } from '@waybill/domain/shipments/api'
import { call } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import { announce } from '../../kit/layers/announcements.ts'
import { useFunctionKeys } from '../../kit/layers/use-function-keys.ts'
import type { Booked } from './remember-booked.ts'

/** What can be printed after a booking: sticker labels, the waybill, or the slip for receipt printers. */
type BookedPrint = 'label' | 'waybill' | 'slip'

const failed: Readonly<Record<BookedPrint, string>> = {
  label: 'The label was not printed',
  waybill: 'The waybill was not printed',
  slip: 'The slip was not printed',
}

/** Lets F9 print the label of a booked shipment and F10 its slip; `null` while nothing is booked or paid. */
export function usePrintKeys(id: number | null): void {
  const print = (what: BookedPrint) => (): void => {
    if (id === null) announce('There is no booking to print yet.')
    else void printBooked(what, id, {})
  }
  useFunctionKeys({ F9: print('label'), F10: print('slip') })
}

/**
 * Opens the stickers, the waybill or the slip of a booking. Guests prove their identity by the collection contact or the
 * payment reference (SHIP-104).
 */
export async function printBooked(
  what: BookedPrint,
  id: number,
  known: Partial<Pick<Booked, 'collection_email' | 'collection_contact_number'>> & {
    payment_reference?: string | undefined
  },
): Promise<void> {
  const input = {
    id: [id],
    collection_email: known.collection_email || undefined,
    collection_contact_number: known.collection_contact_number || undefined,
    payment_reference: known.payment_reference,
  }
  try {
    const answer =
      what === 'waybill'
        ? await call(shipmentsApi.label, input)
        : what === 'slip'
          ? await call(shipmentsApi.slip, { id })
          : await call(shipmentsApi.stickers, { ...input, format: 'pdf', force_print: true })
    if (!('url' in answer)) throw new Error('This page cannot open the format of the label.')
    openTab(answer.url)
  } catch (thrown) {
    showError(thrown, failed[what])
  }
}
