import { accountsApi } from '@waybill/domain/accounts/api'
import { isStaff } from '@waybill/domain/kit/actor'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { AccountPicker, useAccount } from '../AccountPicker.tsx'
import { AddressBook } from '../addresses/AddressBook.tsx'
import styles from './address-book-page.module.css'
import { placeSearch } from '../../maps/index.ts'
import { useCountriesServed } from '../../rates/index.ts'

/** `/address-book`: page to browse, add, change and remove the addresses of an account. Staff choose the account. */
export default function AddressBookPage() {
  const me = useMe()
  const countries = useCountriesServed()
  const { values, set } = useSearchState()
  const accountId = me.account_id ?? (Number(values['account_id'] ?? 0) || null)
  const account = useAccount(isStaff(me) || mayCall(me, accountsApi.change) ? accountId : null)
  return (
    <Page width="list">
      <AddressBook
        account_id={accountId}
        account={account}
        placeSearch={placeSearch}
        countries={countries}
        frame={({ count, add }) => (
          <>
            <PageHeader title="Address book" count={count} primary={add} />
            {isStaff(me) && (
              <div className={styles.bookAccount}>
                <AccountPicker
                  binding={standaloneField<number | null>('account_id', accountId, (id) =>
                    set({ account_id: id === null ? undefined : String(id) }),
                  )}
                  chosen={account}
                />
              </div>
            )}
          </>
        )}
      />
    </Page>
  )
}
