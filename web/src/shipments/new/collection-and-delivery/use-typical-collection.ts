import { useQuery } from '@tanstack/react-query'
import { AddressInput } from '@waybill/domain/accounts/address'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { AddressBookEntry, ListedAccount } from '@waybill/domain/accounts/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { emptyShipment } from '@waybill/domain/shipments/booking/prefilled-shipments'
import { useEffect, useEffectEvent, useRef } from 'react'
import { endpointQuery } from '../../../kit/api/index.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import { mayCall, useMe } from '../../../kit/session/me.ts'
import type { Booking } from '../booking.ts'
import { typicalCollection, type Collection } from './typical-collection.ts'

const blank = emptyShipment()
const nowhere: Collection = {
  collection_address: blank.collection_address,
  collection_address_book_id: null,
  collection_contact: blank.collection_contact,
  special_instructions_collection: '',
}

/**
 * Fills in the usual collection address when staff choose an account, and replaces or clears it when they choose
 * another account.
 */
export function useTypicalCollection(form: Form<Booking>, account: ListedAccount | null): void {
  const me = useMe()
  const addressId = account?.default_collection_address_id ?? 0
  const readsBook = addressId > 0 && mayCall(me, accountsApi.addressBook)
  const book = useQuery({
    ...endpointQuery(accountsApi.addressBook, { account_id: account?.id, address_id: addressId, limit: 1 }),
    enabled: isStaff(me) && readsBook,
  })
  const isKnown = isStaff(me) && account !== null && (!readsBook || !book.isPending)
  const entry = book.data?.address_books[0]
  const last = useRef<{ account_id: number | null; filled: Collection | null }>({
    account_id: null,
    filled: null,
  })
  const accountId = form.values.account_id
  const fillIn = useEffectEvent((): void => {
    if (!account || last.current.account_id === accountId) return
    const typical = collectionOf(account, entry)
    const taken = typicalCollection(form.values, typical, nowhere, last.current.filled)
    last.current = { account_id: accountId, filled: typical }
    for (const [key, value] of Object.entries(taken)) form.set(key as keyof Collection, value)
  })
  useEffect(() => {
    if (accountId === null) last.current = { ...last.current, account_id: null }
    if (isKnown && account?.id === accountId) fillIn()
  }, [accountId, account?.id, isKnown])
}

function collectionOf(account: ListedAccount, entry: AddressBookEntry | undefined): Collection {
  const address = entry?.address ?? account.default_collection_address
  if (!address) return nowhere
  return {
    collection_address: AddressInput.decode({ ...address, id: 0 }),
    collection_address_book_id: entry?.id ?? null,
    collection_contact: {
      name: entry?.contact_name || entry?.name || '',
      mobile_number: entry?.mobile_number ?? '',
      email: entry?.email ?? '',
      alternative_contact_number: '',
    },
    special_instructions_collection: entry?.special_instructions ?? '',
  }
}
