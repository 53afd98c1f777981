import { IconHome, IconPencil, IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { AddressBookEntry, ListedAccount } from '@waybill/domain/accounts/model'
import { useState, type ReactNode } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { AddressBookForm } from './AddressBookForm.tsx'
import { entryLine, type PlaceSearch } from './address-suggestion.ts'

const columns: readonly Column<AddressBookEntry>[] = [
  textColumn('name', 'Name', 200, (entry) => entry.name, { fixed: true }),
  textColumn('address', 'Address', 280, entryLine),
  textColumn('contact', 'Contact', 140, (entry) => entry.contact_name),
  textColumn('mobile', 'Mobile number', 140, (entry) => entry.mobile_number),
  textColumn('email', 'Email', 170, (entry) => entry.email, { quiet: true }),
  textColumn('source', 'Saved', 104, (entry) => saved_texts[entry.source], { quiet: true }),
]

/** Maximum number of entries that are removed at once. */
const max_removed = 1_000

const saved_texts = { manual: 'By hand', automatic: 'On booking', import: 'Import' } as const

/** What the page needs to render its own heading: the number of entries and the add button. */
export interface AddressBookFrame {
  count: number | undefined
  add: ReactNode
}

/**
 * Address book of an account: search, add, change and remove entries, and set the default collection address.
 * `account` is given where the default collection address may be set.
 */
export function AddressBook({
  account_id,
  account = null,
  placeSearch,
  countries,
  frame,
}: {
  account_id: number | null
  account?: ListedAccount | null
  placeSearch: PlaceSearch
  /** The foreign countries that are served. */
  countries: Readonly<Record<'collection' | 'delivery', readonly string[]>>
  frame: (parts: AddressBookFrame) => ReactNode
}) {
  const me = useMe()
  const list = useList({ name: 'address-book' })
  const [edited, setEdited] = useState<AddressBookEntry | 'new' | null>(null)
  const mayMove = account !== null && account.status === 'open' && mayCall(me, accountsApi.change)
  const mayWrite = mayCall(me, accountsApi.saveAddress) && account_id !== null
  const mayRemove = mayCall(me, accountsApi.removeAddress)
  const found = useRows(
    accountsApi.addressBook,
    { account_id: account_id ?? undefined, ...list.input },
    ({ address_books }) => address_books,
    { enabled: account_id !== null },
  )
  const remove = useEndpointMutation(accountsApi.removeAddress, {
    refresh: [accountsApi.addressBook],
    done: (_, { id }) =>
      toast.success(id.length === 1 ? 'Address removed' : `${id.length} addresses removed`),
  })
  const move = useEndpointMutation(accountsApi.change, {
    refresh: [accountsApi.list],
    done: () => toast.success('This is now the usual collection address'),
  })
  const confirmRemove = async (entries: readonly AddressBookEntry[]): Promise<void> => {
    const [first] = entries
    if (!first) return
    const isSure = await confirmAction({
      title:
        entries.length === 1
          ? `Remove ${first.name} from the address book?`
          : `Remove ${entries.length} addresses?`,
      body: 'Shipments that were sent there keep their address.',
      confirm: entries.length === 1 ? 'Remove address' : 'Remove addresses',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id: entries.map(({ id }) => id), account_id: account_id ?? undefined })
  }
  const add = (
    <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setEdited('new')}>
      Add address
    </Button>
  )
  return (
    <>
      {frame({ count: found.total, add: mayWrite && add })}
      <DataTable
        name="address-book"
        caption="Address book"
        columns={columns}
        {...found}
        rows={account_id === null ? [] : found.rows}
        list={list}
        idOf={(entry) => entry.id}
        searchHint="Name, contact or address"
        rowMenu={(entry) => [
          ...(mayMove && entry.address_id !== account.default_collection_address_id
            ? [
                {
                  label: 'Set as usual collection address',
                  icon: IconHome,
                  onSelect: () =>
                    move.mutate({ id: account.id, default_collection_address_id: entry.address_id }),
                },
              ]
            : []),
          ...(mayWrite ? [{ label: 'Change', icon: IconPencil, onSelect: () => setEdited(entry) }] : []),
          ...(mayRemove
            ? [{ label: 'Remove', icon: IconTrash, danger: true, onSelect: () => confirmRemove([entry]) }]
            : []),
        ]}
        bulk={
          mayRemove
            ? [
                {
                  label: 'Remove',
                  icon: IconTrash,
                  onSelect: ({ read }) =>
                    read(() => found.fetchUpTo(max_removed))
                      .then(confirmRemove)
                      .catch(showError),
                },
              ]
            : []
        }
        card={(entry) => ({
          title: entry.name,
          lines: [entryLine(entry), [entry.contact_name, entry.mobile_number].filter(Boolean).join(' · ')],
        })}
        empty={
          account_id === null
            ? { title: 'No account chosen', text: 'Choose an account to see its addresses.' }
            : {
                title: 'No addresses yet',
                text: 'Save the addresses you use often, so that you type them only once.',
                action: mayWrite && add,
              }
        }
      />
      {edited !== null && (
        <AddressBookForm
          entry={edited === 'new' ? null : edited}
          account_id={account_id}
          placeSearch={placeSearch}
          abroad={[...new Set([...countries.collection, ...countries.delivery])]}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
