import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { systemActor } from '@waybill/domain/kit/actor'
import type { Cents } from '@waybill/domain/kit/money'
import { insertAccount, saveAddresses } from '../../src/accounts/index.ts'
import { asSystem } from '../../src/main/install.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { callHandler } from '../call-handler.ts'
import type { DemoMap } from './map.ts'
import { demo_companies, type DemoCompany } from './people.ts'
import { suburb } from './suburb.ts'

/** Opening payment of a prepaid account, in cents. */
export const demo_top_up: Cents = 25_000_00

/** A customer of the demo company, with its collection address. */
export interface DemoAccount extends DemoCompany {
  id: number
  address: {
    street_address: string
    local_area: string
    city: string
    code: string
    zone: string
    lat: number
    lng: number
  }
}

/** Notes on the first accounts. */
/** The account whose payments are allocated by hand. */
const by_hand = 'CHT017'

const notes = [
  'Ring the bell at gate 2; the loading bay closes at 16:30.',
  'Frames are fragile. Ask for a signature, never leave with a neighbour.',
  'Pays on the 25th. Talk to Lindiwe in accounts.',
]

/** Creates the customers with their notes, and posts an opening payment for prepaid accounts. */
export async function makeAccounts(
  runtime: Runtime,
  providerId: number,
  map: DemoMap,
): Promise<DemoAccount[]> {
  const accounts = await asSystem(runtime, providerId, async (ctx) => {
    const made: DemoAccount[] = []
    for (const [index, one] of demo_companies.entries()) {
      const place = suburb(one.suburb, one.city)
      const address = {
        street_address: `${7 + index * 3} Industria Road`,
        local_area: place.local_area,
        city: place.city,
        code: place.code,
        zone: place.zone,
        lat: place.lat + (index % 5) * 0.002,
        lng: place.lng - (index % 7) * 0.002,
      }
      const [addressId = 0] = await saveAddresses(ctx, [
        {
          id: 0,
          type: 'business',
          company: one.name,
          country: 'South Africa',
          entered_address: '',
          ...address,
        },
      ])
      const id = await insertAccount(ctx, {
        name: one.name,
        account_code: one.code,
        account_type: one.type,
        branch_id:
          place.zone === 'WC' ? map.branches.CPT : place.zone === 'KZN' ? map.branches.DBN : map.branches.JHB,
        credit_limit: one.type === 'postpaid' ? 5_000_000 : 0,
        payment_terms: one.type === 'postpaid' ? 30 : 0,
        invoice_frequency: one.frequency,
        invoice_frequency_time: one.frequency === 'weekly' ? 1 : 0,
        rate_group_id: index % 6 === 1 ? 2 : 1,
        default_collection_address_id: addressId,
        billing_address_id: addressId,
        vat_number: `4${String(200_000_000 + index * 7919)}`,
        billing_contact: {
          name: 'Accounts',
          email: `accounts@${one.code.toLowerCase()}.example`,
          mobile_number: '',
        },
        tags: [...(index < 3 ? ['Key account'] : []), one.type === 'prepaid' ? 'Online' : 'Contract'],
        // One account allocates by hand, so that its page of allocations has credits and open invoices.
        ...(one.code === by_hand ? { invoice_allocation_method: 'manual', disable_auto_hold: true } : {}),
        is_third_party: index === demo_companies.length - 1,
        custom_fields: { salesperson: index % 2 === 0 ? 'Bongani Zulu' : 'Aisha Patel' },
      })
      made.push({ ...one, id, address })
    }
    return made
  })
  const followUpDay = dayOf(new Date(runtime.clock().getTime() + 7 * day_ms))
  const thandi = { ...systemActor(providerId), username: 'thandi', name: 'Thandi Mokoena' }
  for (const [index, message] of notes.entries())
    await callHandler(runtime, thandi, accountsApi.addNote, {
      account_id: accounts[index]?.id ?? 0,
      message,
      ...(message.startsWith('Pays') ? { follow_up_day: followUpDay } : {}),
    })
  const finance = { ...systemActor(providerId), username: 'kavitha', name: 'Kavitha Naidoo' }
  for (const account of accounts)
    if (account.type === 'prepaid' || account.code === by_hand)
      await callHandler(runtime, finance, billingApi.post, {
        account_id: account.id,
        type: 'payment',
        amount: demo_top_up,
        description: 'EFT top-up',
      })
  return accounts
}
