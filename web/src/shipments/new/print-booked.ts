import { shipmentsApi } from '@waybill/domain/shipments/api'
import { call } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { openTab } from '../../kit/layers/open-tab.ts'
import type { Booked } from './remember-booked.ts'

/**
 * Opens the stickers or the waybill of a booking. Guests prove their identity by the collection contact or the
 * payment reference (SHIP-104).
 */
export async function printBooked(
  what: 'label' | 'waybill',
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
        : await call(shipmentsApi.stickers, { ...input, format: 'pdf', force_print: true })
    if (!('url' in answer)) throw new Error('This page cannot open the format of the label.')
    openTab(answer.url)
  } catch (thrown) {
    showError(thrown, what === 'label' ? 'The label was not printed' : 'The waybill was not printed')
  }
}
