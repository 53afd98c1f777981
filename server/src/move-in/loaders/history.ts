import { empty_address } from '@waybill/domain/accounts/address'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { max_parcels_per_shipment } from '@waybill/domain/rates/model'
import type { Content } from '@waybill/domain/move-in/records'
import { removeOldShipment, storeOldShipment } from '../../shipments/index.ts'
import {
  accountFinder,
  addressCleaner,
  addressIn,
  valueOf,
  wrong,
  type Loader,
  type OpenLoader,
} from './loader.ts'

const record_table = 'shipment'

const statuses = ['delivered', 'returned-to-sender', 'cancelled'] as const

/** Loads shipments that are over, without charges. */
export const openHistoryLoader: OpenLoader = async (ctx) => {
  const accountOf = await accountFinder(ctx)
  const cleaner = addressCleaner(ctx)
  const today = dayOf(ctx.now)

  function shipmentOf(content: Content) {
    const [date, ended] = [valueOf(content, 'date'), valueOf(content, 'delivered_date')]
    if (date > today) throw wrong('date', 'The date is in the future. Book this shipment instead.')
    if (ended > today) throw wrong('delivered_date', 'The date is in the future.')
    if (ended !== '' && ended < date)
      throw wrong('delivered_date', 'The shipment was delivered before it was booked.')
    const parcels = Number(valueOf(content, 'parcels') || 1)
    if (!Number.isInteger(parcels) || parcels < 1 || parcels > max_parcels_per_shipment)
      throw wrong('parcels', `Write a whole number from 1 to ${max_parcels_per_shipment}.`)
    const side = (prefix: 'from_' | 'to_') => ({
      contact: valueOf(content, `${prefix}contact`),
      address: addressIn(content, prefix) ?? {
        ...empty_address,
        company: valueOf(content, `${prefix}company`),
      },
    })
    return {
      account_id: accountOf(content),
      waybill: valueOf(content, 'waybill'),
      status: statuses.find((status) => status === content['status']) ?? ('delivered' as const),
      date,
      ended: ended || date,
      customer_reference: valueOf(content, 'customer_reference'),
      service_level: valueOf(content, 'service_level'),
      collection: side('from_'),
      delivery: side('to_'),
      parcel_count: parcels,
      weight: Number(valueOf(content, 'weight') || 0),
      signed_by: valueOf(content, 'signed_by'),
    }
  }

  const create: Loader['create'] = async (content) => {
    return { record_table, record_id: await storeOldShipment(ctx, shipmentOf(content)) }
  }
  const remove: Loader['remove'] = async ({ record_id }) => {
    cleaner.add(await removeOldShipment(ctx, record_id))
  }
  return {
    create,
    async change(row, content) {
      await remove(row)
      return create(content)
    },
    remove,
    finish: cleaner.finish,
  }
}
