import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import type { AddressBookEntry } from '@waybill/domain/accounts/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { useState } from 'react'
import { call, reading, useSend } from '../../kit/api/index.ts'
import { loose } from '../../kit/form/FieldFrame.tsx'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { Button } from '../../kit/ui/Button.tsx'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { AccountPicker, useAccount } from '../AccountPicker.tsx'
import styles from '../address.module.css'
import { AddressBookForm } from '../AddressBookForm.tsx'
import { entryLine, type FindPlaces } from '../found-place.ts'

const findPlaces: FindPlaces = async (search, signal) =>
  (await call(mapsApi.places, { search, limit: 8 }, { signal })).places

const columns: readonly Column<AddressBookEntry>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 200,
    fixed: true,
    cell: (entry) => entry.name,
    text: (entry) => entry.name,
  },
  { key: 'address', title: 'Address', width: 340, cell: entryLine, text: entryLine },
  {
    key: 'contact',
    title: 'Contact',
    width: 160,
    cell: (entry) => entry.contact_name,
    text: (entry) => entry.contact_name,
  },
  {
    key: 'mobile',
    title: 'Mobile number',
    width: 140,
    cell: (entry) => entry.mobile_number,
    text: (entry) => entry.mobile_number,
  },
  {
    key: 'email',
    title: 'Email',
    width: 200,
    quiet: true,
    cell: (entry) => entry.email,
    text: (entry) => entry.email,
  },
  {
    key: 'source',
    title: 'Saved',
    width: 104,
    quiet: true,
    cell: (entry) => saved_words[entry.source],
    text: (entry) => saved_words[entry.source],
  },
]

const saved_words = { manual: 'By hand', automatic: 'On booking', import: 'Import' } as const

/** `/address-book`: the addresses of an account, to look through, add, change and remove; staff choose the account. */
export default function AddressBookPage() {
  const me = useMe()
  const { values, set } = useSearchState()
  const account_id = me.account_id ?? (Number(values['account_id'] ?? 0) || null)
  const account = useAccount(isStaff(me) ? account_id : null)
  const list = useList({ name: 'address-book' })
  const [edited, setEdited] = useState<AddressBookEntry | 'new' | null>(null)
  const mayWrite = mayCall(me, accountsApi.saveAddress) && account_id !== null
  const mayRemove = mayCall(me, accountsApi.removeAddress)
  const query = useQuery({
    ...reading(accountsApi.addressBook, {
      account_id: account_id ?? undefined,
      search: list.search || undefined,
      limit: list.input.limit,
      offset: list.input.offset,
    }),
    enabled: account_id !== null,
    placeholderData: keepPreviousData,
  })
  const remove = useSend(accountsApi.removeAddress, {
    refresh: [accountsApi.addressBook],
    done: (_, { id }) =>
      toast.success(id.length === 1 ? 'Address removed' : `${id.length} addresses removed`),
  })
  const askRemove = async (entries: readonly AddressBookEntry[]): Promise<void> => {
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
    <Page width="list">
      <PageHeader title="Address book" count={query.data?.count} primary={mayWrite && add} />
      {isStaff(me) && (
        <div className={styles.bookAccount}>
          <AccountPicker
            binding={loose<number | null>('account_id', account_id, (id) =>
              set({ account_id: id === null ? undefined : String(id) }),
            )}
            chosen={account}
          />
        </div>
      )}
      <DataTable
        name="address-book"
        caption="Address book"
        columns={columns}
        rows={account_id === null ? [] : query.data?.address_books}
        total={query.data?.count}
        query={query}
        list={list}
        idOf={(entry) => entry.id}
        searchHint="Name, contact or address"
        rowMenu={(entry) => [
          ...(mayWrite ? [{ label: 'Change', icon: IconPencil, onSelect: () => setEdited(entry) }] : []),
          ...(mayRemove
            ? [{ label: 'Remove', icon: IconTrash, danger: true, onSelect: () => void askRemove([entry]) }]
            : []),
        ]}
        bulk={
          mayRemove
            ? [{ label: 'Remove', icon: IconTrash, onSelect: ({ rows }) => void askRemove(rows) }]
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
                text: 'Places you send to often are kept here, so that you type them once.',
                action: mayWrite && add,
              }
        }
      />
      {edited !== null && (
        <AddressBookForm
          entry={edited === 'new' ? null : edited}
          account_id={account_id}
          findPlaces={findPlaces}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}
