import { z } from 'zod'
import { phone } from '../kit/contacts/phone.ts'
import { omitted } from '../kit/calls/optional-fields.ts'
import { maybe, text } from '../kit/calls/wire.ts'

/** A contact as callers send it; `email` holds one or more addresses (docs/domain/public-api.md#contact). */
export const ContactInput = z.object({
  name: maybe(text(255, { from_shop: true })),
  mobile_number: maybe(phone),
  email: maybe(text(1000)),
  alternative_contact_number: maybe(phone),
})
export type ContactInput = z.output<typeof ContactInput>

/** A contact as returned (docs/domain/public-api.md#contact). `shipment_id` is 0 for contacts embedded in a shipment. */
export const Contact = z.object({
  provider_id: z.int(),
  shipment_id: z.int(),
  name: z.string(),
  mobile_number: z.string(),
  email: z.string(),
  alternative_contact_number: omitted(z.string()),
})
export type Contact = z.output<typeof Contact>

/** A contact as stored with a shipment or account. Any part may be missing. */
export interface StoredContact {
  id?: number
  name?: string
  mobile_number?: string
  email?: string
  alternative_contact_number?: string
}

/** The contact that receives invoices. */
export const BillingContact = Contact.extend({ id: z.int(), account_id: z.int() })
export type BillingContact = z.output<typeof BillingContact>

/** How an address book entry was created (ADDR-008, ADDR-009). */
export const address_book_sources = ['manual', 'automatic', 'import'] as const
